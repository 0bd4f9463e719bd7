// Reloads a page that waits for its contents; the browser keeps the place on it.

"use strict";

setTimeout(() => location.reload(), 1000 * document.currentScript.dataset.seconds);
