"""Play and Validate as people use them, in a real browser: by clicks, by keys, on a telephone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.arena.conftest import AFTER, EXAMPLE
from tests.arena.site.browsing import CHROMIUM, Visitor, begin, picture
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.referee.needs import needs_sandbox

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
    needs_sandbox,
]
FORT = f"A 9 U\n0 9\n0 9\n----B\nbbbbb\nA----\n-----\n-a---\ngame {STEPS}\nrules classic\n"
MOST_TURNS = 200


def load(visitor: Visitor, text: str) -> Page:
    """Load a game of two people from that position."""
    page = visitor.open("/play")
    for game in ("A", "B"):
        page.locator(f"[name={game}-{STEPS}]").select_option("person")
    page.locator("summary").click()
    page.locator("textarea").fill(text)
    page.locator("button.main").click()
    expect(page.locator("#board [data-cell]").first).to_be_visible()
    return page


def play_out(page: Page, choose: Callable[[Page], None], name: str) -> None:
    """Play until the game is over, and save a picture of it; the other side is a bot."""
    over = page.locator("#status.over")
    ready = page.locator(".cell.legal, #status.over, [value=send]:enabled, [value=pass]:visible")
    for _ in range(MOST_TURNS):
        ready.first.wait_for()
        if over.count():
            break
        before = page.locator("#desk").get_attribute("data-shows") or ""
        choose(page)
        expect(page.locator("#desk")).not_to_have_attribute("data-shows", before)
    expect(over).to_be_visible()
    expect(page.locator(".player.winner")).to_have_count(1)
    picture(page, name)


def click(page: Page) -> None:
    """Click the first possible step."""
    send, legal = page.locator("[value=send]:enabled"), page.locator(".cell.legal")
    if send.count():
        send.click()
    elif legal.count():
        legal.last.click()
    else:
        page.locator("[value=pass]").click()


def press(page: Page) -> None:
    """Make a step with keys alone: walk to a possible cell, and play it."""
    name = re.compile(r"([a-z])(\d+)")
    target = page.locator(".cell.legal").last.get_attribute("data-cell") or ""
    page.locator("#board [tabindex='0']").focus()
    here = page.evaluate("() => document.activeElement.dataset.cell")
    letters = "abcdefghiklmnopq"
    (from_column, from_row), (to_column, to_row) = (
        (letters.index(match[1]), int(match[2]))
        for text in (here, target)
        if (match := name.fullmatch(text))
    )
    right, up = to_column - from_column, to_row - from_row
    for _ in range(abs(right)):
        page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    page.keyboard.press("Enter")


def test_a_short_game_is_played_to_its_end_by_clicking(visitor: Visitor) -> None:
    page = begin(visitor, SHORT, B="greedy", columns="4", rows="3")
    expect(page.locator("[data-cell=a1]")).to_have_class(re.compile(r"\bdark\b"))
    play_out(page, click, SHORT)
    expect(page.locator("#status")).to_contain_text("ate the poisoned chip")


def test_the_default_game_is_played_to_its_end_by_clicking(visitor: Visitor) -> None:
    page = begin(visitor, DEFAULT, B="greedy")
    play_out(page, click, DEFAULT)
    expect(page.locator("#status")).to_contain_text("won")


def test_turns_of_steps_are_played_to_the_end_by_clicking(visitor: Visitor) -> None:
    page = begin(visitor, STEPS, B="greedy", columns="5")
    for _ in range(3):
        page.locator(".cell.legal:not(:focus)").first.click()
        expect(page.locator(".cell.pending:focus")).to_be_visible()
    expect(page.locator(".cell.pending")).to_have_count(3)
    page.locator("[value=undo]").click()
    expect(page.locator(".cell.pending")).to_have_count(2)
    expect(page.locator("[value=send]")).to_be_disabled()
    play_out(page, click, STEPS)
    expect(page.locator("#status")).to_contain_text("won")


def test_a_game_is_played_by_keys_alone(visitor: Visitor) -> None:
    page = begin(visitor, SHORT, B="greedy", columns="4", rows="3")
    play_out(page, press, "keys")


def test_a_turn_is_put_together_by_keys(visitor: Visitor) -> None:
    page = begin(visitor, STEPS, B="person")
    page.locator("#board [tabindex='0']").focus()
    for key in ("Enter", "ArrowUp", "Enter", "ArrowUp", " "):
        page.keyboard.press(key)
    expect(page.locator(".cell.pending")).to_have_count(3)
    expect(page.locator("#status")).to_contain_text("turn is complete")
    page.keyboard.press("Backspace")
    expect(page.locator(".cell.pending")).to_have_count(2)
    page.keyboard.press(" ")
    expect(page.locator(".cell.pending")).to_have_count(3)
    page.keyboard.press("s")
    expect(page.locator("#moves li")).to_have_text("a1-a2-a3")
    label = page.locator("[data-cell=a3]").get_attribute("aria-label")
    assert label == "a3: live cross, just now"


def test_the_rules_tells_why_not(visitor: Visitor) -> None:
    page = begin(visitor, STEPS, B="person")
    page.locator("[data-cell=e5]").click()
    expect(page.locator("#refused")).to_have_text(
        "The first step of the crosses must be a1, not e5."
    )


def test_the_rules_say_why_a_cell_cannot_be_chosen(visitor: Visitor) -> None:
    page = begin(visitor, DEFAULT, B="person")
    for cell, sentence in (
        ("d8", "The piece on d8 is blue, and red is to move."),
        ("d4", "There is no piece on d4."),
    ):
        page.locator(f"[data-cell={cell}]").click()
        expect(page.locator("#refused")).to_have_text(sentence)
    picture(page, "refused")
    page.locator("[data-cell=d1]").click()
    expect(page.locator("#refused")).to_be_hidden()
    page.locator("[data-cell=d5]").click()
    expect(page.locator("#refused")).to_have_text("d5 is too far from d1.")


def test_a_piece_is_chosen_and_let_go(visitor: Visitor) -> None:
    page = begin(visitor, DEFAULT, B="person")
    page.locator("[data-cell=d1]").click()
    expect(page.locator(".cell.legal")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator(".cell.legal")).to_have_count(8)


def test_two_bots_pause_and_step(visitor: Visitor) -> None:
    page = begin(visitor, STEPS, A="random", B="random")
    moves = page.locator("#moves .a, #moves .b")
    expect(moves).not_to_have_count(0)
    page.locator("[value=pause]").click()
    expect(page.locator("[value=once]")).to_be_enabled()
    count = moves.count()
    page.locator("[value=once]").click()
    expect(moves).to_have_count(count + 1)
    expect(page.locator("[value=once]")).to_be_enabled()
    page.locator("[value=resume]").click()
    expect(moves).not_to_have_count(count + 1)


def test_a_bot_is_seen_to_think(visitor: Visitor) -> None:
    page = begin(visitor, DEFAULT, A="champion", B="person", think="90")
    expect(page.locator("#thinking")).to_be_visible()
    expect(page.locator("#status")).to_have_text(f"{DEFAULT}-champion is thinking.")
    expect(page.locator("#thoughts pre")).to_contain_text("depth")
    expect(page.locator(".player.a .clock")).to_contain_text("/ 90 s")
    picture(page, "thinking")
    page.locator("[value=pause]").click()
    expect(page.locator("#thinking")).not_to_be_visible()
    expect(page.locator("[value=once]")).to_be_enabled()


def test_moves_of_a_bot_are_read_out(visitor: Visitor) -> None:
    page = begin(visitor, SHORT, B="nim")
    page.locator("[data-cell=g5]").click()
    expect(page.locator("#told")).to_contain_text("the second player: ")


def test_forts_and_the_dead_are_seen(visitor: Visitor) -> None:
    page = load(visitor, FORT)
    expect(page.locator("#board .mark-bunker")).to_have_count(1)
    expect(page.locator("#board .mark-cut-off")).to_have_count(1)
    expect(page.locator("#legend")).to_contain_text("fort of the crosses")
    page.locator("[data-cell=a3]").hover()
    picture(page, "forts")
    expect(page.locator("#about")).to_contain_text("in a bunker: cannot be killed")


def test_the_language_is_switched_in_mid_game(visitor: Visitor) -> None:
    page = begin(visitor, SHORT, B="person")
    page.locator("[data-cell=g5]").click()
    expect(page.locator("#moves li")).to_have_text("g5")
    page.get_by_role("link", name="Русский").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.locator("h1")).to_have_text("Щёлк")
    expect(page.locator("#moves li")).to_have_text("g5")
    label = page.locator("[data-cell=a1]").get_attribute("aria-label") or ""
    assert label.startswith("a1: отравленная фишка")
    picture(page, "russian")


def test_a_second_window_sees_the_same_game(visitor: Visitor) -> None:
    page = begin(visitor, SHORT, B="person")
    other = visitor.context.new_page()
    other.goto(page.url)
    page.locator("[data-cell=g5]").click()
    expect(other.locator("#moves li")).to_have_text("g5")


def test_a_phone_shows_the_board_and_its_orders(on_phone: Visitor) -> None:
    page = begin(on_phone, STEPS, B="person")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for name in ("a1", "b2", "c3"):
        page.locator(f"[data-cell={name}]").tap()
        expect(page.locator(f"[data-cell={name}].pending")).to_be_visible()
    box = page.locator("[value=send]").bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= 844
    picture(page, "phone")
    page.locator("[value=send]").tap()
    expect(page.locator("#moves li")).to_have_text("a1-b2-c3")
    page.goto(f"{on_phone.site}/validate")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_file_is_pasted_and_chosen(visitor: Visitor) -> None:
    page = visitor.open("/validate")
    page.locator("#before").fill(EXAMPLE)
    chosen = {"name": "matrix.txt", "mimeType": "text/plain", "buffer": AFTER.encode()}
    page.locator("[name=after-file]").set_input_files(chosen)  # type: ignore[arg-type]
    expect(page.locator("#after")).to_have_value(AFTER)
    page.locator("form.sheets .main").click()
    expect(page.locator(".verdict").first).to_have_text("A legal move: b1-b2.")
    expect(page.locator("svg.picture")).to_have_count(2)
    picture(page, "validate")
    page.locator(".found .button").last.click()
    expect(page.locator("#status")).to_contain_text("Blue")


def test_a_large_file_goes_to_be_checked_once(visitor: Visitor) -> None:
    page = visitor.open("/validate")
    large = {
        "name": "matrix.txt",
        "mimeType": "text/plain",
        "buffer": EXAMPLE.encode().ljust(65536),
    }
    for name in ("before", "after"):
        page.locator(f"[name={name}-file]").set_input_files(large)  # type: ignore[arg-type]
    expect(page.locator("#after")).to_have_value(re.compile("A 21 U"))
    page.locator("form.sheets .main").click()
    expect(page.locator(".verdict").first).to_be_visible()


def test_a_file_is_dropped(visitor: Visitor) -> None:
    page = visitor.open("/validate")
    dropped = page.evaluate_handle(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "matrix.txt", { type: "text/plain" }));
            return data;
        }""",
        EXAMPLE,
    )
    page.locator("[data-drop]").first.dispatch_event("drop", {"dataTransfer": dropped})
    expect(page.locator("#before")).to_have_value(EXAMPLE)
    page.locator("form.sheets .main").click()
    expect(page.locator(".verdict").first).to_contain_text("Good: MMPeshki")
