"""Games that are played in a browser: all of it but the page itself.

The law and the bots are here, on the server; the page is told what is there and what may be done,
and knows no rules. Everything but a bot's turn happens in the one thread of the event loop, so that
nothing need be locked.
"""
