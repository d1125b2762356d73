const element = (id) => document.getElementById(id);
element("name").setOnClick(() => token.alertInput("Your name", "", "name", (text) => document.setTitle("Hello " + text)));
element("send").setOnClick(() => token.request({
  url: element("address").text + "find", method: "post", httpParameter: { q: "a b" },
  success: (answer) => document.setTitle(answer.said),
  failure: (reason) => document.setTitle("failed: " + reason),
}));
element("fade").setOnClick(() => element("shade").setBackgroundColor("rgb(250,220,160)"));
