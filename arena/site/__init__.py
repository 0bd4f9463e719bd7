"""The pages of ``arena serve``: one Starlette application, with no build step and no network.

Where things are:

- ``settings.py``: ``Settings``, frozen: host, port, the folder of events, limits. All that a
  command line or a test says.
- ``application.py``: ``application(settings)`` makes the Starlette application.
- ``site.py``: ``Site``, what every page is given. ``site.render(request, "x.html", name=value)``
  fills in a template and returns the response; ``site.language(request)`` is the reader's
  language: of ``?lang=``, else of the cookie, else of the browser.
- ``guard.py``: what holds for all requests, so that no page need think of it: the Host header,
  other sites' forms, too large a body, too many requests, whose turn it is, headers of security.
- ``server.py``: connections, their deadlines and shares; ``bounded_log.py``: what is complained of.
- ``shares.py``, ``fair_queue.py``: what one client may have of what all share.
  ``site.client_of(request)`` is whose request it is; a page where people sign in adds to
  ``site.logins`` what knows them by name.
- ``memory.py``: ``site.memory``, what must be known after a restart, such as games and logins.
- ``host.py``: ``tell_host(Text(...))``, for what only whoever runs the site can do: it goes to the
  log, and no page tells a visitor to do it.
- ``disk.py``: reads what may hang, such as a ledger: a page must not read one by itself.
- ``errors.py``: ``Refusal(status, Text(...))``, raised by a page to say no in one sentence. A
  browser that wants a page gets a page, a script gets ``{"error": sentence}``.
- ``pages/``: the pages, found by listing the folder (a name with ``_`` in front is no page).
- ``templates/``, ``static/``: files by their names, for all pages: put a page's name in front.

A page is a module in ``pages/`` with

- ``routes(site) -> list[BaseRoute]``: its routes. What it must remember it makes here, and keeps in
  what the routes are bound to;
- ``LINK = Link("/play", words.PLAY, 10)``, if it stands in the navigation: where, what it is
  called, and in what order;
- ``BODIES = {"/submit": 2_000_000}``, if what is sent to some paths may be larger than
  ``Settings.largest_body``.

What must be stopped when the site ends, ``routes`` adds to ``site.at_end``, and what ends the
streams to those who watch, which would go on for ever, to ``site.at_close``.

A template begins with ``{% extends "base.html" %}`` and fills the blocks ``title``, ``head``
(its own style sheets: ``<link rel="stylesheet" href="/static/watch.css">``), ``main`` and
``scripts`` (``<script src="/static/watch.js" defer></script>``). In it ``say(words.X, name=value)``
is a text in the reader's language, if ``words`` was given to ``render``; everything is escaped.
The Content Security Policy allows files of this site only: no inline script, style or handler.
Data for a script is
``<script type="application/json" id="data">{{ data|tojson }}</script>``, which is no script. A
response that must have another policy (a report, whose one script is inside it) sets its own
header, and the guard leaves it. ``/look.css`` is the style of the reports, which every page has;
``/boards.js`` is what draws their boards, for pages that show any; ``event_stream.py`` sends what
happens (``site.stream(request, messages)``, which sees to the shares), and ``static/stream.js``
hears it;
``{{ pieces }}`` in the base template is their drawings: ``<use href="#mmpeshki-red-piece">``.
"""
