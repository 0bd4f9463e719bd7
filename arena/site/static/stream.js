// Receives events of the site. A browser makes six connections to a site for all its pages together,
// and a stream holds one: so a hidden page closes its stream, or the seventh page would never open. A
// refused stream is opened again after a while: a proxy refuses while the site restarts.

"use strict";

const RETRY_PAUSE = 3000; // milliseconds

// Calls one of `handlers` with each message of its kind, and `lost` with true or false when the connection is lost or back.
function listen(address, handlers, lost) {
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
    for (const [kind, handle] of Object.entries(handlers)) {
      stream.addEventListener(kind, (message) => handle(JSON.parse(message.data)));
    }
    stream.addEventListener("open", () => lost(false));
    stream.addEventListener("error", () => {
      lost(true);
      if (stream.readyState === EventSource.CLOSED) waiting = setTimeout(join, RETRY_PAUSE);
    });
  }

  document.addEventListener("visibilitychange", join);
  join();
}
