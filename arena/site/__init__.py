"""The web site of ``arena serve``: one Starlette application, without build step or network.

Modules and folders:

- ``settings.py``: ``Settings``, a frozen dataclass of everything that a command line or a test
  chooses: host, port, the folder of events, limits.
- ``application.py``: ``application(settings)`` makes the Starlette application.
- ``site.py``: ``Site``, the object that every page receives. ``site.render(request, "x.html",
  name=value)`` fills in a template and returns the response; ``site.language(request)`` is the
  reader's language: that of ``?lang=``, else of the cookie, else of the browser.
- ``guard.py``: checks for all requests, so that no page repeats them: the Host header, forms of
  other sites, body size, request rate, turns, security headers.
- ``traffic/server.py``: connections, their deadlines and shares.
- ``traffic/shares.py``, ``traffic/fair_queue.py``: the share of one client in common resources.
  ``site.client_of(request)`` identifies the client; a page with a login adds a function to
  ``site.logins`` that recognises users by name.
- ``memory.py``: ``site.memory``, the data that survives a restart, such as games and logins.
- ``supervision.py``: tasks, threads, the log, and ``tell_host(Text(...))`` for problems that only
  the person who runs the site can solve: the sentence goes to the log, never to a visitor.
- ``watch/event_index.py``: the events, and ``Disk`` for reads of files that may hang, such as a
  ledger; a page must not read one directly.
- ``background.py``: ``BackgroundWorker``, a worker for what would take the site's time.
- ``errors.py``: ``Refusal(status, Text(...))``, raised by a page to refuse a request with one
  sentence. A browser that wants a page gets a page, a script gets ``{"error": sentence}``.
- ``pages/``: the pages, found by listing the folder (a name that begins with ``_`` is no page).
- ``templates/``, ``static/``: files of all pages; each name begins with the name of its page.

A page is a module in ``pages/`` with

- ``routes(site) -> list[BaseRoute]``: its routes. The function makes the page's lasting objects,
  and the routes are bound to them;
- ``LINK = Link("/play", texts.PLAY, 10)``, if the page stands in the navigation: path, title and
  place in the order;
- ``BODIES = {"/submit": 2_000_000}``, if requests to some paths may be larger than
  ``Settings.largest_body``.

``routes`` adds functions that stop the page's work when the site ends to ``site.at_end``, and
functions that end its streams, which would go on for ever, to ``site.at_close``.

A template begins with ``{% extends "base.html" %}`` and fills the blocks ``title``, ``head``
(its own style sheets: ``<link rel="stylesheet" href="/static/watch.css">``), ``main`` and
``scripts`` (``<script src="/static/watch.js" defer></script>``). In it ``say(words.X, name=value)``
is a text in the reader's language, if ``words`` was passed to ``render``; everything is escaped.
The Content Security Policy allows files of this site only: no inline script, style or handler.
Data for a script is
``<script type="application/json" id="data">{{ data|tojson }}</script>``, which is no script. A
response that needs another policy (a report with its one inline script) sets its own header, and
the guard leaves it. ``/look.css`` is the style of the reports, used by every page;
``/boards.js`` draws boards, for pages that show any; ``traffic/event_stream.py`` sends events
(``site.stream(request, messages)`` respects the shares), and ``static/stream.js`` receives them;
``{{ pieces }}`` in the base template holds the drawings: ``<use href="#mmpeshki-red-piece">``.
"""
