const save = document.getElementById("save");
save.setOnClick(() => { save.setTitle("Saved"); document.setTitle("saved"); });
document.getElementById("pages").setOnIndexChange((index) => document.setTitle("page " + index));
