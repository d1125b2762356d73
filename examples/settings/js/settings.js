// A change is saved at once where the app takes the form's answer; the button is for everything else.
const form = document.querySelector("form");
form.addEventListener("change", (event) => {
  if (event.target.matches("input[type=checkbox], input[type=radio], select") && window.Hybrid) form.requestSubmit();
});
