"""Games that are played in a browser, without the page itself.

Rules and bots are here, on the server; the page receives the position and the possible actions, and
knows no rules. Everything but a bot's turn happens in the thread of the event loop, so that nothing
needs a lock.
"""
