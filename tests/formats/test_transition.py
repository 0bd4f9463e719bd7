"""Tests of the faults of a rewritten matrix.txt; see ``games/CHANGES.md``."""

from __future__ import annotations

import pkgutil
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from importlib import import_module

import pytest

import formats
from formats.fault import Fault, FaultKind, Severity
from formats.game import BadNotation, IllegalMove
from formats.games import all_games
from formats.matrix import Matrix, read_matrix
from formats.transition import Explanation, explain
from formats.transition import change as change_between
from tests.formats.change_files import Change, ExpectedFault, all_changes
from tests.formats.games.example_games import DEFAULT, STEPS

CHANGES = all_changes()

TESTED_ELSEWHERE = {
    "L216": "a fault of the line «last» in one file, not of a change: malformed/",
    "L218": "a fault of the line «last» in one file, not of a change: malformed/",
    "L307": "a fault of the line «last» in one file, not of a change: malformed/",
    "L405": "a fault of the line «last» in one file, not of a change: malformed/",
    **dict.fromkeys(
        ("L004", "L006", "L026"),
        "a fault of an added game: test_planted_game.py",
    ),
}


def matrix_of(text: str, before: Matrix | None = None) -> Matrix:
    reading = read_matrix(text.encode(), before=before)
    assert reading.matrix, reading.diagnostics
    return reading.matrix


def explain_change(change: Change) -> Explanation:
    before = matrix_of(change.before)
    return (
        explain_entered_move(before, change.says)
        if change.says
        else explain(before, matrix_of(change.after, before))
    )


def explain_entered_move(before: Matrix, text: str) -> Explanation:
    """Explain a move that is entered instead of written."""
    try:
        move = before.game.parse(text)
        return Explanation(move, before.game.play(before.position, move), ())
    except (BadNotation, IllegalMove) as error:
        return Explanation(None, None, (error.fault,))


def expected_fault(fault: Fault) -> ExpectedFault:
    place = "" if fault.place is None else str(fault.place)
    return ExpectedFault(fault.kind.code, place, fault.sentence("en"), fault.sentence("ru"))


def all_kinds() -> set[str]:
    """Return the codes of all kinds of faults in all modules."""
    names = [module.name for module in pkgutil.walk_packages(formats.__path__, "formats.")]
    members = [value for name in names for value in vars(import_module(name)).values()]
    return {member.code for member in members if isinstance(member, FaultKind)}


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_change_is_explained(change: Change) -> None:
    explanation = explain_change(change)
    assert list(map(expected_fault, explanation.faults)) == change.faults
    assert ("" if explanation.move is None else str(explanation.move)) == change.move


@pytest.mark.parametrize(
    ("first_line", "code", "sentence"),
    [
        ("A 22 U", "L014", "the player to move was not switched: B is next, not A"),
        ("B 21 U", "L015", "the half-move number was not raised: it must be 22, not 21"),
        ("B 23 U", "L015", "the half-move number is wrong: it must be 22, not 23"),
        ("A 24 U", "M213", "half-move 24 is made by B, not by A"),
    ],
)
def test_the_file_before_shows_which_of_two_mistakes_was_made(
    first_line: str, code: str, sentence: str
) -> None:
    """The player and the number do not agree; the move is recognised all the same."""
    mistake = next(
        change for change in CHANGES if change.name == f"{DEFAULT}/still-the-same-player"
    )
    after = mistake.after.replace("A 21 U", first_line)
    result = change_between(read_matrix(mistake.before.encode()), read_matrix(after.encode()))
    assert [(d.code, d.sentence()) for d in result.diagnostics] == [(code, sentence)]
    assert str(result.move) == mistake.move


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_change_is_good_without_errors(change: Change) -> None:
    warnings = {"L023", "M502", "M504", "M507"}
    explanation = explain_change(change)
    assert explanation.good == (not {fault.code for fault in change.faults} - warnings)
    assert (explanation.position is None) == (explanation.move is None)
    for fault in explanation.faults:
        assert (fault.kind.severity is Severity.WARNING) == (fault.kind.code in warnings)


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_the_file_before_has_no_faults(change: Change) -> None:
    assert read_matrix(change.before.encode()).diagnostics == ()
    assert bool(change.after) != bool(change.says)


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_fault_has_its_place_in_the_file(change: Change) -> None:
    before = read_matrix(change.before.encode())
    after = read_matrix(change.after.encode(), before=before.matrix)
    reading = after if change.after else before
    lines = reading.source
    for fault in explain_change(change).faults:
        diagnostic = reading.locate(fault)
        assert 1 <= diagnostic.line <= len(lines)
        assert 1 <= diagnostic.column <= len(lines[diagnostic.line - 1]) + 1


@pytest.mark.parametrize("game", all_games())
def test_every_game_has_right_and_wrong_changes(game: str) -> None:
    number = Counter(
        bool(change.faults) for change in CHANGES if change.name.split("/", maxsplit=1)[0] == game
    )
    assert number[False] >= 2
    assert number[True] >= 8


def test_every_kind_of_illegal_change_has_its_example() -> None:
    shown = {fault.code for change in CHANGES for fault in change.faults}
    kinds = {code for code in all_kinds() if code.startswith("L")}
    assert kinds - shown == set(TESTED_ELSEWHERE)


def test_no_two_changes_are_the_same() -> None:
    assert max(Counter((c.before, c.after, c.says) for c in CHANGES).values()) == 1


MARGIN = Decimal("0.25")
MOMENT = Decimal("0.000001")


@pytest.mark.parametrize(
    ("own", "foe", "codes"),
    [
        (-MARGIN, MARGIN, []),
        (-MARGIN, -MARGIN, []),
        (-MARGIN, MARGIN + MOMENT, ["L021"]),
        (-MARGIN, -MARGIN - MOMENT, ["L021"]),
        (-MOMENT, 0, []),
        (0, 0, ["L023"]),
        (MARGIN, 0, ["L023"]),
        (MARGIN + MOMENT, 0, ["L022"]),
    ],
)
def test_a_time_within_the_margin_is_no_error(own: Decimal, foe: Decimal, codes: list[str]) -> None:
    change = next(change for change in CHANGES if change.name == f"{DEFAULT}/legal-move")
    before, after = matrix_of(change.before), matrix_of(change.after)
    a, b = before.times
    explanation = explain(before, replace(after, times=(a + own, b + foe)), margin=MARGIN)
    assert [fault.kind.code for fault in explanation.faults] == codes


def test_no_change_follows_a_draw_that_only_the_matrix_has() -> None:
    change = next(change for change in CHANGES if change.name == f"{STEPS}/pass")
    drawn = replace(matrix_of(change.before), winner="D")
    (fault,) = explain(drawn, matrix_of(change.after)).faults
    assert fault.kind.code == "L002"


def test_the_limit_of_the_file_before_decides() -> None:
    change = next(change for change in CHANGES if change.name == f"{DEFAULT}/legal-move")
    before, after = matrix_of(change.before), matrix_of(change.after)
    limited = replace(before, game=replace(before.game, limit=21))
    (fault,) = explain(limited, after).faults
    assert fault.kind.code == "M502"
