function open(name) {
  token.setStorage("name", name);
  document.pushNavigatorWithURL("/detail.html");
}
