// Shows a dropped or chosen file in its text field. Without this script the form works, too.

"use strict";

(() => {
  const most = 60000;

  // The bytes are checked, so they are sent as a file: the text only shows them.
  async function showFile(sheet, files) {
    const file = files[0];
    if (!file) return;
    const input = sheet.querySelector("input[type=file]");
    if (input.files !== files) input.files = files;
    sheet.querySelector("textarea").value = await file.slice(0, most).text();
  }

  // A file is sent without its text, which would double the size of the request.
  document.querySelector("form.sheets").addEventListener("formdata", ({ formData }) => {
    for (const name of ["before", "after"]) if (formData.get(`${name}-file`)?.size) formData.delete(name);
  });

  for (const sheet of document.querySelectorAll("[data-drop]")) {
    const area = sheet.querySelector("textarea");
    const input = sheet.querySelector("input[type=file]");
    sheet.addEventListener("dragover", (event) => {
      event.preventDefault();
      sheet.classList.add("over");
    });
    sheet.addEventListener("dragleave", () => sheet.classList.remove("over"));
    sheet.addEventListener("drop", (event) => {
      event.preventDefault();
      sheet.classList.remove("over");
      showFile(sheet, event.dataTransfer.files);
    });
    input.addEventListener("change", () => showFile(sheet, input.files));
    // Text typed afterwards replaces the file.
    area.addEventListener("input", () => (input.value = ""));
  }
})();
