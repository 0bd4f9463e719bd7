// Shows the progress of an upload. Without this script the form works, too, and waits in silence.

"use strict";

(() => {
  const form = document.querySelector("form[data-upload]");
  const place = form?.querySelector(".upload");
  if (!place) return;
  const bar = place.querySelector("progress");
  const status = place.querySelector("[role=status]");
  const button = form.querySelector("button.main");

  // Shows what went wrong in the form, so that chosen files and typed text stay.
  function stop(sentence) {
    status.textContent = sentence;
    status.classList.add("notice", "wrong");
    bar.hidden = true;
    button.disabled = false;
  }

  function showProgress({ loaded, total }) {
    bar.value = loaded / total;
    const text = loaded < total ? status.dataset.sent.replace("{share}", Math.floor((100 * loaded) / total)) : status.dataset.taken;
    if (status.textContent !== text) status.textContent = text;
  }

  function handleAnswer(request) {
    if (request.status === 200) return location.assign(request.responseURL);
    try {
      return stop(`${JSON.parse(request.responseText).error}.`);
    } catch {
      return stop(`${status.dataset.lost}.`);
    }
  }

  form.addEventListener("submit", (event) => {
    if (!form.querySelector("[type=file]")?.files.length) return;
    event.preventDefault();
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", showProgress);
    request.addEventListener("load", () => handleAnswer(request));
    request.addEventListener("error", () => stop(`${status.dataset.lost}.`));
    request.open("POST", form.action);
    request.setRequestHeader("accept", "application/json");
    place.hidden = bar.hidden = false;
    status.classList.remove("notice", "wrong");
    button.disabled = true;
    request.send(new FormData(form));
  });
})();
