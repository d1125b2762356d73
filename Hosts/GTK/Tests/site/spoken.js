let count = 0;
document.getElementById("order").setOnClick(() => {
  count += 1;
  document.getElementById("said").setText(count + " ordered");
});
function again() { document.getElementById("said").setText("Looked again"); }
