document.getElementById("all").setOnClick(() => document.pushNavigatorWithURL("/list.html"));
