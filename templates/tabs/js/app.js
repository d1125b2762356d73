// Saved trails live in the web view's storage, by the path of their page.
const key = "saved-trails";

function saved() {
  try {
    return JSON.parse(localStorage.getItem(key)) || [];
  } catch {
    return [];
  }
}

for (const button of document.querySelectorAll("[data-save]")) {
  const show = () => {
    const isSaved = saved().includes(button.dataset.save);
    button.textContent = isSaved ? "Saved" : "Save this trail";
    button.setAttribute("aria-pressed", String(isSaved));
  };
  button.addEventListener("click", () => {
    const list = saved();
    const name = button.dataset.save;
    localStorage.setItem(key, JSON.stringify(list.includes(name) ? list.filter((item) => item !== name) : [...list, name]));
    show();
  });
  show();
}
