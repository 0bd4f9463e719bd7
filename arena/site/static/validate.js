// A file that is dropped on a sheet, or chosen, is shown in it. Without this script the form works too.

"use strict";

(() => {
  const most = 60000;

  // The bytes are what is checked, so they go along as a file: the text only shows them.
  async function take(sheet, files) {
    const file = files[0];
    if (!file) return;
    const input = sheet.querySelector("input[type=file]");
    if (input.files !== files) input.files = files;
    sheet.querySelector("textarea").value = await file.slice(0, most).text();
  }

  // The file goes along, and not its text besides: together they would be twice as much.
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
      take(sheet, event.dataTransfer.files);
    });
    input.addEventListener("change", () => take(sheet, input.files));
    // What is typed afterwards is meant instead of the file.
    area.addEventListener("input", () => (input.value = ""));
  }
})();
