document.documentElement.dataset.script = "ran";
document.documentElement.dataset.colour = getComputedStyle(document.querySelector("h1")).color;
