// What the page waits for is not there yet: it is asked for again, at the same place in it.

"use strict";

setTimeout(() => location.reload(), 1500); // milliseconds
