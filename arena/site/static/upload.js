// A file on its way is seen to go; without this script the form works too, and waits in silence.

"use strict";

(() => {
  const form = document.querySelector("form[data-upload]");
  const place = form?.querySelector(".upload");
  if (!place) return;
  const bar = place.querySelector("progress");
  const said = place.querySelector("[role=status]");
  const button = form.querySelector("button.main");

  // What went wrong is told where it was sent from: what was chosen and typed stays as it is.
  function stop(sentence) {
    said.textContent = sentence;
    said.classList.add("notice", "wrong");
    bar.hidden = true;
    button.disabled = false;
  }

  function tell({ loaded, total }) {
    bar.value = loaded / total;
    const text = loaded < total ? said.dataset.sent.replace("{share}", Math.floor((100 * loaded) / total)) : said.dataset.taken;
    if (said.textContent !== text) said.textContent = text;
  }

  function answered(request) {
    if (request.status === 200) return location.assign(request.responseURL);
    try {
      return stop(`${JSON.parse(request.responseText).error}.`);
    } catch {
      return stop(`${said.dataset.lost}.`);
    }
  }

  form.addEventListener("submit", (event) => {
    if (!form.querySelector("[type=file]")?.files.length) return;
    event.preventDefault();
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", tell);
    request.addEventListener("load", () => answered(request));
    request.addEventListener("error", () => stop(`${said.dataset.lost}.`));
    request.open("POST", form.action);
    request.setRequestHeader("accept", "application/json");
    place.hidden = bar.hidden = false;
    said.classList.remove("notice", "wrong");
    button.disabled = true;
    request.send(new FormData(form));
  });
})();
