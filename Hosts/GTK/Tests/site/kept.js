const element = (id) => document.getElementById(id);
const rows = [];
document.setTitle("begun");
token.setStorage("k", { a: 1 });
token.setGlobleStorage("k", "all");
const kept = JSON.stringify(token.getStorage("k"));
token.clearAllStorage();
document.setTitle("stored " + kept + " " + token.getStorage("k") + " " + token.getGlobleStorage("k"));
token.getLocation((place) => document.setTitle("place " + place));
element("add").setOnClick(() => {
  rows.push({ t: "row " + rows.length });
  element("count").setText(String(rows.length));
  element("later").setHidden(false);
  element("rows").reloadData(rows);
  document.setTitle("rows " + rows.length + " of " + element("rows").getElementsByTagName("tableRow").length);
});
element("ask").setOnClick(() => {
  token.alert("First", "", () => document.setTitle("first answered"));
  token.alert("Second", "", () => document.setTitle("second answered"));
});
element("busy").setOnClick(() => {
  token.showHUDWithStatus("Loading");
  setTimeout(() => { token.hideHUD(); document.setTitle("hidden"); }, 3000);
});
element("lost").setOnClick(() => document.pushNavigatorWithURL("/absent.html"));
