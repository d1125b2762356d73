// Checks a field when it is left, and all of them when the form is sent. The messages are in the page, so that they
// are translated and laid out with it.
const form = document.querySelector("form");
form.noValidate = true;

function check(input) {
  const fault = document.getElementById(input.id + "-fault");
  if (!fault) return true;
  const isValid = input.checkValidity();
  input.setAttribute("aria-invalid", String(!isValid));
  fault.hidden = isValid;
  return isValid;
}

for (const input of form.elements) {
  input.addEventListener("blur", () => check(input));
  input.addEventListener("input", () => {
    if (input.getAttribute("aria-invalid") === "true") check(input);
  });
}

form.addEventListener("submit", (event) => {
  const faulty = [...form.elements].filter((input) => !check(input));
  if (faulty.length === 0) return;
  event.preventDefault();
  faulty[0].focus();
});
