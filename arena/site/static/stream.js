// What the site tells as it happens. A browser makes six connections to a site for all its pages
// together, and a stream keeps one: so a page that nobody sees gives up its own, or the seventh page
// would never open. A stream that was refused is asked for again: a proxy refuses while the site is
// started anew.

"use strict";

const AGAIN = 3000; // milliseconds

// `hearers`: what hears each kind of message; `lost` is told whether the connection is lost now.
function listen(address, hearers, lost) {
  let stream = null;
  let waiting = 0;

  function leave() {
    clearTimeout(waiting);
    if (stream) stream.close();
    stream = null;
  }

  function join() {
    leave();
    if (document.hidden) return;
    stream = new EventSource(address);
    for (const [kind, hear] of Object.entries(hearers)) {
      stream.addEventListener(kind, (message) => hear(JSON.parse(message.data)));
    }
    stream.addEventListener("open", () => lost(false));
    stream.addEventListener("error", () => {
      lost(true);
      if (stream.readyState === EventSource.CLOSED) waiting = setTimeout(join, AGAIN);
    });
  }

  document.addEventListener("visibilitychange", join);
  join();
}
