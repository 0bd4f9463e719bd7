"""The report as a file: self-contained, true to the ledger, harmless whatever bots have written.

Its behaviour in a browser is tested in test_report_in_browser.py.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.drawing.frames import Looks
from arena.report import texts
from arena.report.facts import event_facts, section_facts
from arena.report.page import page
from arena.report.page_data import LEAST_PRINTED, MOST_PRINTED, Contents, contents
from formats.board import Look
from formats.games import all_games
from formats.printable import visible, visible_file
from formats.record import read_played
from formats.text import Text
from tests.arena.report_data import boards, games_of_page, games_of_section, half_moves
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.tournaments.conftest import read_tournament
from tests.tournaments.events import tournament_in
from tests.tournaments.filled_ledger import EVENT, Habits, fill
from tests.tournaments.ledger.edited import SMALL
from tournaments.ledger.decision import Verb
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.decisions import DecisionWriter
from tournaments.run.setup import open_event
from tournaments.run.tournament import Tournament
from tournaments.schedules import OneOf, all_schedules
from tournaments.standings.scoring import Removed

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>'\"&{{7*7}}<!--"


class Outline(HTMLParser):
    """The tags of a page, and its script's data."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.data = ""
        self._in_data = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._in_data = ("id", "data") in attrs

    def handle_endtag(self, tag: str) -> None:
        self._in_data = False

    def handle_data(self, data: str) -> None:
        if self._in_data:
            self.data += data

    def named(self, tag: str) -> Iterator[dict[str, str | None]]:
        """Return the attributes of each element with that tag."""
        return (attributes for name, attributes in self.tags if name == tag)


@pytest.fixture(scope="module")
def html(tournament: Tournament) -> str:
    """Return the report in English."""
    return page(tournament, "en")


def games_of(tournament: Tournament) -> list[LedgerGame]:
    """Return all games that were played."""
    return [entry for state in tournament.sections for entry in state.entries.values()]


def test_the_event_has_all_that_a_report_must_show(tournament: Tournament) -> None:
    """Otherwise the tests below would test less than they say."""
    games = games_of(tournament)
    assert any(game.winner == "D" for game in games)
    assert any(game.evidence for game in games)
    assert any(game.printed for game in games)
    assert any(game.ending.label == "out-of-time" for game in games)
    assert tournament.sections[1].progress.byes
    assert tournament.sections[1].progress.out


def test_nothing_is_fetched(html: str) -> None:
    for name, attributes in Outline(html).tags:
        assert "src" not in attributes, name
        assert not any(key.startswith("on") for key in attributes), name
        assert "style" not in attributes, name
        target = attributes.get("href") or attributes.get("xlink:href") or "#"
        assert target.startswith(("#", "data:image/svg+xml")), target
    assert "@import" not in html
    assert "url(" not in html


def test_policy_forbids_everything_but_the_page_itself(html: str) -> None:
    (policy,) = (
        str(meta["content"])
        for meta in Outline(html).named("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    )
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert re.search(
        r"script-src 'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='",
        policy,
    )


def test_only_our_script_and_the_data_are_scripts(html: str) -> None:
    assert [script.get("type") for script in Outline(html).named("script")] == [
        None,  # it keeps the place of a game that the page is opened at
        "application/json",
        None,
    ]


def test_every_game_is_there(html: str, tournament: Tournament) -> None:
    data = json.loads(Outline(html).data)
    counts = [len(section["games"]) for section in data["sections"]]
    assert counts == [len(state.entries) for state in tournament.sections]
    assert len(games_of_page(html)) == sum(counts)


def test_every_link_leads_somewhere_in_the_page(html: str) -> None:
    outline = Outline(html)
    known = {f"#{attributes['id']}" for _, attributes in outline.tags if "id" in attributes}
    for number, section in enumerate(json.loads(outline.data)["sections"], start=1):
        known |= {f"#game-{number}-{game['number']}" for game in games_of_section(section)}
    for link in outline.named("a"):
        assert link["href"] in known


def test_both_languages_are_in_the_page(html: str, tournament: Tournament) -> None:
    assert '<html lang="en">' in html
    assert '<html lang="ru">' in page(tournament, "ru")
    assert "Standings" in html
    assert "Таблица" in html


def test_text_of_others_is_never_html(tmp_path: Path) -> None:
    habits = Habits(
        prints={HOSTILE: HOSTILE},
        cheats=frozenset({HOSTILE}),
        evidence=HOSTILE.encode(),
        names={"ivanov": HOSTILE, "nim": HOSTILE},
        machine=HOSTILE,
        offence_chance=0.1,
    )
    title = json.dumps(HOSTILE)
    text = re.sub("^title = .*$", f"title = {title}", EVENT, count=1, flags=re.MULTILINE)
    text = text.replace('["--depth", "7"]', f"[{title}]")
    tournament = read_tournament(fill(tmp_path, text, habits=habits))
    html = page(tournament, "en")
    assert any(game.evidence and HOSTILE.encode() in game.evidence for game in games_of(tournament))
    outline = Outline(html)
    assert not list(outline.named("img"))
    assert len(list(outline.named("script"))) == 3
    assert "<!--" not in html
    sections = json.loads(outline.data)["sections"]
    assert HOSTILE in sections[0]["names"]
    printed = [
        text for game in games_of_section(sections[0]) for _, text in game.get("printed", ())
    ]
    assert printed
    assert set(printed) == {HOSTILE}


def test_data_is_within_bounds_however_much_is_printed(tmp_path: Path) -> None:
    habits = Habits(prints={"ivanov": "x" * 70_000}, evidence=b"y" * 70_000, offence_chance=0.1)
    tournament = read_tournament(fill(tmp_path, habits=habits))
    for game in _games(contents(tournament)):
        shown = "".join(text for _, text in game.get("printed", ()))
        assert len(shown) <= MOST_PRINTED + len(game.get("printed", ()))
        assert len(game.get("evidence", "")) < 5000
    assert len(page(tournament, "en")) < 600_000
    assert LEAST_PRINTED < MOST_PRINTED


def _games(data: Contents) -> Iterator[dict[str, Any]]:
    return (game for section in data["sections"] for game in games_of_section(section))


def test_the_page_shows_the_boards_of_the_records(tournament: Tournament) -> None:
    for state, section in zip(tournament.sections, contents(tournament)["sections"], strict=True):
        looks, entry_by_number = (
            Looks(state.section.game),
            {entry.number: entry for entry in state.entries.values()},
        )
        for game in games_of_section(section):
            entry = entry_by_number[game["number"]]
            played = read_played(entry.record)
            expected = [looks.grid(matrix.position.board) for matrix in played.files]
            look_by_letter = {letter: look["name"] for letter, look in section["looks"].items()}
            names = {letter: look["name"] for letter, look in looks.as_data.items()}
            shown = [
                [look_by_letter[letter] for letter in board] for board in boards(section, game)
            ]
            assert shown == [[names[letter] for letter in board] for board in expected]
            moves = [(move.text, round(move.seconds * 10**6)) for move in played.record.moves]
            shown_moves = [move for move, _ in half_moves(section, game)]
            assert list(zip(shown_moves, map(int, game["seconds"].split()), strict=True)) == moves


def test_a_ledger_without_changes_has_the_same_page(tournament: Tournament) -> None:
    """Ledgers of older versions have no changes: they are made from the record."""
    sections = [
        replace(
            state,
            entries={id_: replace(entry, changes=None) for id_, entry in state.entries.items()},
        )
        for state in tournament.sections
    ]
    assert contents(replace(tournament, sections=tuple(sections))) == contents(tournament)


def test_a_character_of_a_cell_may_be_the_sign_of_points() -> None:
    """The rules of a plugin choose their characters."""
    game: Any = SimpleNamespace(
        look_of=lambda board, cell: Look(board[cell], "white", Text("sign", "знак"))
    )
    looks = Looks(game)
    assert looks.changes((2, 1), "0=1==4,1") == "0a1a=4,1"
    assert looks.changes((2, 1), "=4,1") == "=4,1"
    assert looks.changes((2, 1), ".") == "."


@pytest.mark.parametrize(
    "changes", ["", ".", "0", "zz-", "1A2", "0A1A", "00?", "00-01-=", "é", "0A " * 50]
)
def test_damaged_changes_are_a_fault(changes: str, tournament: Tournament) -> None:
    state = tournament.sections[0]
    entry = next(entry for entry in state.entries.values() if entry.half_moves > 1)
    entries = {**state.entries, entry.id: replace(entry, changes=changes)}
    damaged = replace(tournament, sections=(replace(state, entries=entries),))
    with pytest.raises(BadLedger) as raised:
        contents(damaged)
    assert [fault.kind.code for fault in raised.value.faults] == ["E744"]


def test_drawings_are_of_looks_that_there_are(tournament: Tournament) -> None:
    """Every drawing belongs to a look, and every look of our games has a drawing."""
    games = tuple(f"{state.section.game.name}-" for state in tournament.sections)
    symbols = re.findall(r'<symbol id="([\w-]+)"', page(tournament, "en"))
    assert all(name.startswith(tuple(f"{game}-" for game in all_games())) for name in symbols)
    drawn = {name for name in symbols if name.startswith(games)}
    sections: Any = contents(tournament)["sections"]
    asked = {look["drawing"] for section in sections for look in section["looks"].values()}
    assert drawn == asked


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("depth 7\nя\tё", "depth 7\nя\tё"),
        ("\r\n", "\\r\n"),
        ("\x1b[2J\x00\x7f", "\\x1b[2J\\x00\\x7f"),
        ("\u202eright to left", "\\u202eright to left"),
        ("\udcff", "\\udcff"),
        ("12345678901", "1234567890…"),
    ],
)
def test_characters_of_output_are_visible(text: str, shown: str) -> None:
    assert visible(text, 10 if text.startswith("1234") else 100) == shown


def test_a_file_that_is_not_text_is_visible() -> None:
    assert visible_file(b"A 1 U\r\n\xff\xd0\xaf", 100) == "A 1 U\\r\n\\xffЯ"


def test_an_event_without_games_has_a_report(tmp_path: Path) -> None:
    html = page(read_tournament(fill(tmp_path, most=0)), "en")
    assert "No game has been played yet." in html
    assert "0 of 38 games have been played" in html
    assert "±" not in html, "ratings out of nothing"


def test_the_report_explains_games_that_count_otherwise_than_played(tournament: Tournament) -> None:
    """A disqualified entrant loses all games, also those won before."""
    swiss = tournament.sections[1]
    (out,) = swiss.progress.out
    others = {entry.number for entry in swiss.entries.values() if entry.winner == "D"}
    assert others, f"{out} is not all that is tested"
    counted = {
        counted_game.scheduled_game.number: counted_game.winner
        for counted_game in swiss.progress.counted_games()
    }
    for told_game in games_of_section(contents(tournament)["sections"][1]):
        number = told_game["number"]
        expected = counted[number] if counted[number] != told_game["winner"] else None
        assert told_game.get("counts") == expected


def test_games_of_who_withdrew_are_not_put_down_to_a_disqualification(tmp_path: Path) -> None:
    folder = fill(tmp_path / "cup", SMALL)
    with open_event(folder) as ledger_folder:
        DecisionWriter(ledger_folder, "ill").decide(Verb.WITHDRAW, "one", [SHORT], Removed.LOST)
    shown = page(tournament_in(folder), "en")
    assert "In the table it counts as {result}: a player has left or was disqualified." in shown
    assert "because of a disqualification" not in shown


def test_a_row_of_fractions_is_told_apart_in_both_languages(tournament: Tournament) -> None:
    shown = page(tournament, "ru")
    assert "1, 0.5, 0</span>" in shown
    assert "1; 0,5; 0</span>" in shown


def test_entrants_that_share_a_place_are_all_on_the_podium(tournament: Tournament) -> None:
    state = tournament.sections[0]
    drawn = {key: replace(game, winner="D") for key, game in state.entries.items()}
    scoring = replace(state.section.scoring, tie_breaks=())
    equal = replace(state, section=replace(state.section, scoring=scoring), entries=drawn)
    shown = page(replace(tournament, sections=(equal,)), "en")
    podium = shown.partition('<ol class="podium">')[2].partition("</ol>")[0]
    assert podium.count('<li class="place-1">') == len(state.enrolled) == 4


def test_the_files_of_the_page_are_in_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["arena.report"]
    folder = ROOT / "tournaments" / "report"
    packed = {file for pattern in patterns for file in folder.glob(pattern)}
    there = {file for file in folder.glob("*/*") if file.parent.name != "__pycache__"}
    assert packed == there


def test_every_option_of_a_format_is_written_in_words() -> None:
    for schedule in all_schedules().values():
        for key, option in schedule.options.items():
            assert key in texts.OPTIONS
            words = set(option.words) if isinstance(option, OneOf) else set()
            assert words <= all_schedules().keys() | texts.OPTION_WORDS.keys()


@pytest.mark.parametrize(
    ("format_", "there", "not_there"),
    [
        ('format = "swiss"', "(rounds: 2)", "rounds: 0"),
        ('format = "knockout"', "place: yes", "place: no"),
        ('format = "groups"\nadvance = 1', "final stage: round robin", "tied"),
        (
            'format = "groups"\nadvance = 1\nfinal = "knockout"\nties = "lot"',
            "tied matches: a lot",
            "round robin",
        ),
    ],
)
def test_options_are_those_that_hold(
    tmp_path: Path, format_: str, there: str, not_there: str
) -> None:
    four = f'entrants = [\n{{ name = "four", bot = "{SHORT}-random" }},'
    text = SMALL.replace("entrants = [", f"{format_}\n{four}")
    (state,) = tournament_in(fill(tmp_path, text, most=0)).sections
    (format_fact,) = (value for title, value in section_facts(state) if title is texts.FORMAT)
    assert isinstance(format_fact, Text)
    assert there in format_fact.en
    assert not_there not in format_fact.en


def test_times_are_those_of_the_class(tmp_path: Path) -> None:
    deadline = "deadline = 2014-04-23T23:59:00+04:00\n"
    tournament = tournament_in(fill(tmp_path, SMALL.replace("entrants", deadline + "entrants")))
    facts = {title.en: text for title, text in event_facts(tournament)}
    assert facts["began"] == "2014-05-13 20:53 UTC+04:00"
    assert contents(tournament)["sections"][0]["zone"] == [240, "UTC+04:00"]
    assert "after 6 entries: " in str(facts["head of the ledger"])
