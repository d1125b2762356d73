import {g as greet}from'./vendor-b4332a49.js';var logo = "/app/assets/logo-C8s1PqXa.svg";const app = document.querySelector("#app");
app.textContent = greet("Vite");
const image = document.createElement("img");
image.src = logo;
image.alt = "logo";
image.onload = () => app.dataset.logo = `${image.naturalWidth}`;
app.append(image);
import('./later-ec5b5f48.js').then(({ later }) => { app.dataset.later = later(); });
fetch(new URL("/app/data/list.json", import.meta.url)).then((answer) => answer.json())
  .then((list) => { app.dataset.list = list.join(","); });