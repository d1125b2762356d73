function go(address) { document.pushNavigatorWithURL(address); }
function asked() { document.setTitle("asked"); }
