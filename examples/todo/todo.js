// The tasks, and what the reader does with them. The app saves them (token.setStorage); the first start takes those that the
// build wrote into the page from data/tasks.json, in the page's language.
const view = (id) => document.getElementById(id);
const kept = (task, filter) => filter === 0 || (task.state === "done") === (filter === 2);

let filter = 0;
let tasks = saved() || document.getElementsByClassName("first").map((one) => (
  { id: one.identifier, text: one.innerText, state: one.innerAttributes.name }));

function saved() {
  try {
    const list = JSON.parse(token.getStorage("tasks"));
    return Array.isArray(list) ? list : null;
  } catch (error) {
    return null;
  }
}

function show() {
  const rows = tasks.filter((task) => kept(task, filter));
  view("list").reloadData([{ rowsData: rows.map((task) => ({ ...task, mark: task.state === "done" ? "✓" : "" })) }]);
  view("empty").setHidden(rows.length > 0);
  view("count").setText(String(tasks.filter((task) => task.state !== "done").length));
}

// Every change is saved before it shows, so that a page that the system ends has lost nothing.
function change(next) {
  tasks = next;
  token.setStorage("tasks", JSON.stringify(tasks));
  show();
}

function add() {
  const text = view("new").text.trim();
  if (text === "") return;
  view("new").setText("");
  const id = "task-" + (1 + Math.max(0, ...tasks.map((task) => Number(task.id.replace("task-", "")) || 0)));
  change([{ id, text, state: "open" }, ...tasks]);
}

function tick(id) {
  change(tasks.map((task) => task.id === id ? { ...task, state: task.state === "done" ? "open" : "done" } : task));
}

function remove(id) {
  change(tasks.filter((task) => task.id !== id));
}

// Each choice has two buttons in one place, in the colours of the style sheet: one of them is shown.
function choose(number) {
  filter = Number(number);
  ["all", "open", "done"].forEach((name, index) => {
    view("show-" + name).setHidden(index === filter);
    view("chosen-" + name).setHidden(index !== filter);
  });
  show();
}

function clear() {
  change(tasks.filter((task) => task.state !== "done"));
}

view("new").onKeyBoardReturn(add);
choose(0);
