"""Makes the page: the template filled in, with its style, script and data inside.

What a bot or its author has written is never trusted. The template escapes whatever it fills in;
the data is JSON in which no character can end a script; the script puts text into the page as text.
Beyond that the page's own policy lets it load nothing at all, and run only the script whose hash
it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jinja2 import Environment

from arena.drawing import html
from arena.report import texts
from arena.report.facts import event_facts
from arena.report.feedback import Feedback
from arena.report.page_data import GamesOfSection, contents, games_alone, told_spent
from arena.report.section import SectionView
from formats.record import RESULTS
from formats.text import LANGUAGES, Language
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run import result_tables
from tournaments.run.result_tables import told
from tournaments.run.tournament import Tournament

PACKAGE = "arena.report"
_EARLY = (
    "if (/^#game-[0-9]+-[0-9]+$/.test(location.hash)) "
    'document.documentElement.classList.add("viewing");'
    "if (/(^|; )colours=none(;|$)/.test(document.cookie)) "
    'document.getElementById("without-colours").media = "all";'
)
"""What keeps the place of a game before the page is seen, where it is opened at one, and takes the
colours away where the reader has asked the site for that."""
_IN_SCRIPT = '(() => {\n"use strict";\n%s})();\n'


def page(tournament: Tournament, language: Language, home: str = "", name: str = "") -> str:
    """The report of that event. It is in all languages, and opens in this one. Raises BadLedger.

    ``home`` is the page that leads to it, if it is on a site, and ``name`` what the site calls the
    event: then its games can be played on.
    """
    data = contents(tournament)
    values = {
        "event": tournament.event,
        "facts": list(event_facts(tournament)),
        "sections": [
            SectionView(number, state, told_spent(section))
            for number, (state, section) in enumerate(
                zip(tournament.sections, data["sections"], strict=True), start=1
            )
        ],
        "home_name": name,
        "finished": tournament.finished,
        "played": sum(len(state.entries) for state in tournament.sections),
        "games": sum(state.games for state in tournament.sections),
    }
    return _page("page.html", data, language, home, values)


def games_page(
    title: str, sections: Sequence[GamesOfSection], language: Language, home: str
) -> str:
    """Games alone, to be stepped through as in the report."""
    values = {
        "event": {"title": title},
        "facts": [],
        "sections": [],
        "home_name": "",
        "own": list(sections),
        "results": RESULTS,
    }
    return _page("games_alone.html", games_alone(sections), language, home, values)


def _page(
    template: str,
    data: Mapping[str, object],
    language: Language,
    home: str,
    values: Mapping[str, object],
) -> str:
    """A page with all that it needs inside; on a site, rules lead to where they are written."""
    rules = {"pattern": html.RULE, "address": html.RULES} if home else None
    return (
        _environment(language)
        .get_template(template)
        .render(
            **values,
            home=home,
            data={**data, "rules": rules},
            language=language,
            languages=LANGUAGES,
            words=texts,
            columns=result_tables,
            **html.styles(),
            early=html.part(_EARLY),
            script=html.part(_IN_SCRIPT % (html.script() + html.joined(PACKAGE, "script"))),
            pieces=html.pieces(),
        )
    )


def tables(tournament: Tournament, latest: Sequence[LedgerGame], report: str) -> str:
    """The standings, and these games, as a part of another page; ``report`` is where games are."""
    sections = _sections(tournament)
    rows = {
        (one.state.section.name, row.entry.id): (one, row) for one in sections for row in one.rows
    }
    return (
        _environment("en")
        .get_template("tables.html")
        .render(
            report=report,
            sections=sections,
            seed=tournament.seed_sentence,
            latest=[rows[one.section, one.id] for one in reversed(latest)],
            words=texts,
            columns=result_tables,
        )
    )


def podiums(tournament: Tournament) -> str:
    """Who won, of each section that is over, as a part of another page."""
    template = _environment("en").get_template("podiums.html")
    return template.render(sections=_sections(tournament), words=texts).strip()


def feedback_page(feedback: Feedback, folder: str) -> str:
    """What one entrant is told, as a page; his games lie in that folder beside it."""
    template = _environment(feedback.language).get_template("feedback.html")
    return template.render(page=feedback, folder=folder, words=texts, **html.styles())


def _sections(tournament: Tournament) -> list[SectionView]:
    return [SectionView(n, state) for n, state in enumerate(tournament.sections, start=1)]


def _environment(language: Language) -> Environment:
    made = html.environment(PACKAGE)
    made.filters["both"] = html.both
    made.filters["figure"] = lambda value: html.both(told(value))
    made.filters["said"] = lambda text: text.say(language)
    return made
