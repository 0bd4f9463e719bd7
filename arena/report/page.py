"""Pages of the report: templates filled in, with style, script and data inside.

Text written by bots or their authors is never trusted. The template escapes its values; the data is
JSON in which no character can end a script; the script inserts text as text. Besides, the page's
own policy lets it load nothing at all, and run only the script whose hash it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jinja2 import Environment

from arena.drawing import html
from arena.report import texts
from arena.report.facts import event_facts
from arena.report.feedback import Feedback
from arena.report.page_data import GamesOfSection, contents, contents_of_games, times_lookup
from arena.report.section import SectionView
from formats.record import RESULTS
from formats.text import LANGUAGES, Language
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run import result_tables
from tournaments.run.result_tables import display_text
from tournaments.run.tournament import Tournament

PACKAGE = "arena.report"
SHOWN_RESULTS = {winner: text.replace("1/2", "½") for winner, text in RESULTS.items()}
_EARLY_SCRIPT = (
    "if (/^#game-[0-9]+-[0-9]+$/.test(location.hash)) "
    'document.documentElement.classList.add("viewing");'
    "if (/(^|; )colours=none(;|$)/.test(document.cookie)) "
    'document.getElementById("without-colours").media = "all";'
)
"""Script that runs first: it reserves the place of the viewer where the page is opened at a game,
and removes colours where the reader has chosen that on the site."""
_IN_SCRIPT = '(() => {\n"use strict";\n%s})();\n'


def page(tournament: Tournament, language: Language, home: str = "", name: str = "") -> str:
    """Return the report of the event, in all languages, which opens in ``language``.

    ``home`` is the page that links to it, if it is on a site, and ``name`` the site's name of the
    event: then its games can be played on. Raise BadLedger if a record is damaged.
    """
    data = contents(tournament)
    values = {
        "event": tournament.event,
        "facts": list(event_facts(tournament)),
        "sections": [
            SectionView(number, state, times_lookup(section))
            for number, (state, section) in enumerate(
                zip(tournament.sections, data["sections"], strict=True), start=1
            )
        ],
        "home_name": name,
        "finished": tournament.is_finished,
        "played": sum(len(state.entries) for state in tournament.sections),
        "games": sum(state.games for state in tournament.sections),
    }
    return _page("page.html", data, language, home, values)


def games_page(
    title: str, sections: Sequence[GamesOfSection], language: Language, home: str
) -> str:
    """Return a page of games alone, to be stepped through as in the report."""
    values = {
        "event": {"title": title},
        "facts": [],
        "sections": [],
        "home_name": "",
        "own": list(sections),
    }
    return _page("games_alone.html", contents_of_games(sections), language, home, values)


def _page(
    template: str,
    data: Mapping[str, object],
    language: Language,
    home: str,
    values: Mapping[str, object],
) -> str:
    """Return a page with all that it needs inside; on a site, rules become links."""
    rules = {"pattern": html.RULE_PATTERN, "address": html.RULES_ADDRESS} if home else None
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
            early=html.part(_EARLY_SCRIPT),
            script=html.part(_IN_SCRIPT % (html.script() + html.joined_files(PACKAGE, "script"))),
            pieces=html.pieces(),
        )
    )


def tables(tournament: Tournament, latest: Sequence[LedgerGame], report: str) -> str:
    """Return standings and latest games, as a part of another page; ``report`` is its address."""
    sections = _sections(tournament)
    section_by_name = {section.state.section.name: section for section in sections}
    return (
        _environment("en")
        .get_template("tables.html")
        .render(
            report=report,
            sections=sections,
            seed=tournament.seed_sentence,
            latest=[(section_by_name[game.section], game) for game in reversed(latest)],
            results=SHOWN_RESULTS,
            words=texts,
            columns=result_tables,
        )
    )


def podiums(tournament: Tournament) -> str:
    """Return the winners of each section that is over, as a part of another page."""
    template = _environment("en").get_template("podiums.html")
    return template.render(sections=_sections(tournament), words=texts).strip()


def feedback_page(feedback: Feedback, folder: str) -> str:
    """Return the page of one entrant; records of the games are in ``folder`` beside it."""
    template = _environment(feedback.language).get_template("feedback.html")
    return template.render(page=feedback, folder=folder, words=texts, **html.styles())


def _sections(tournament: Tournament) -> list[SectionView]:
    return [SectionView(number, state) for number, state in enumerate(tournament.sections, start=1)]


def _environment(language: Language) -> Environment:
    environment = html.environment(PACKAGE)
    environment.filters["both"] = html.both
    environment.filters["figure"] = lambda value: html.both(display_text(value))
    environment.filters["say"] = lambda text: text.say(language)
    return environment
