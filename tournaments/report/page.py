"""Makes the page: the template filled in, with its style, script and data inside.

What a bot or its author has written is never trusted. The template escapes whatever it fills in;
the data is JSON in which no character can end a script; the script puts text into the page as text.
Beyond that the page's own policy lets it load nothing at all, and run only the script whose hash
it names.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from formats.text import LANGUAGES, Language, Text
from tournaments import table_words
from tournaments.report import words
from tournaments.report.contents import contents
from tournaments.report.facts import event_facts
from tournaments.report.section import SectionView
from tournaments.table import written
from tournaments.tournament import Tournament

PACKAGE = "tournaments.report"
_IN_SCRIPT = '(() => {\n"use strict";\n%s})();\n'


class Part(NamedTuple):
    """A style or a script that stands in the page, and the hash that lets it."""

    text: Markup
    source: str


def page(tournament: Tournament, language: Language, home: str = "") -> str:
    """The report of that event. It is in all languages, and opens in this one.

    ``home`` is the page that leads to it, if it is on a site.
    """
    sections = [SectionView(n, contest) for n, contest in enumerate(tournament.contests, start=1)]
    return (
        environment(language)
        .get_template("page.html")
        .render(
            event=tournament.event,
            home=home,
            facts=list(event_facts(tournament)),
            sections=sections,
            finished=tournament.finished,
            played=sum(len(contest.entries) for contest in tournament.contests),
            games=sum(contest.games for contest in tournament.contests),
            data=contents(tournament),
            language=language,
            languages=LANGUAGES,
            words=words,
            columns=table_words,
            style=_part(joined("style")),
            script=_part(_IN_SCRIPT % joined("script")),
            pieces=Markup(joined("pieces")),
        )
    )


def environment(language: Language) -> Environment:
    """What fills in the templates."""
    made = Environment(
        loader=PackageLoader(PACKAGE, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["json.dumps_kwargs"] = {
        "ensure_ascii": False,
        "separators": (",", ":"),
    }
    made.filters["both"] = both
    made.filters["figure"] = written
    made.filters["said"] = lambda text: text.say(language)
    return made


def both(text: Text | str, **values: object) -> Markup:
    """The text in every language, of which the page shows one."""
    if isinstance(text, str):
        return Markup.escape(text)
    said = {language: text.say(language, values) for language in LANGUAGES}
    if len(set(said.values())) == 1:
        return Markup.escape(text.say("en", values))
    spans = (
        Markup('<span class="in-{0}" lang="{0}">{1}</span>').format(language, sentence)
        for language, sentence in said.items()
    )
    return Markup("").join(spans)


def joined(folder: str, names: Collection[str] = ()) -> str:
    """The files of a folder, all or those of these names, one after another by their names."""
    found = sorted((files(PACKAGE) / folder).iterdir(), key=lambda file: file.name)
    return "".join(_text(file) for file in found if not names or file.name in names)


def _text(file: Traversable) -> str:
    return file.read_text(encoding="utf-8")


def _part(text: str) -> Part:
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return Part(Markup(text), f"'sha256-{digest}'")
