"""Play in a hurry: double clicks, keys held down, fields of another game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.arena.site.browsing import CHROMIUM, Visitor, begin
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.referee.needs import needs_sandbox

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
    needs_sandbox,
]
FIRST, SECOND = ("a1", "b2", "c3"), ("k10", "i9", "h8")


def put_together(page: Page, turn: tuple[str, ...]) -> None:
    """Enter a whole turn that is not sent yet."""
    for name in turn:
        page.locator(f"[data-cell={name}]").click()
        expect(page.locator(f"[data-cell={name}].pending")).to_be_visible()


def click_twice(page: Page, order: str, then: str) -> None:
    """Click twice: the second click meets the result of the first."""
    box = page.locator(f"[value={order}]").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    page.locator(then).first.wait_for()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)


def test_a_turn_sent_by_a_double_click_does_not_stop_the_bot(visitor: Visitor) -> None:
    page = begin(visitor, STEPS, think="1")
    put_together(page, FIRST)
    click_twice(page, "send", "body.thinks")
    expect(page.locator("#moves .b")).to_have_count(1)
    expect(page.locator("[value=pause]")).to_be_visible()


def test_a_double_click_passes_for_one_player_only(visitor: Visitor) -> None:
    page = begin(visitor, STEPS, B="person")
    for turn in (FIRST, SECOND):
        put_together(page, turn)
        page.locator("[value=send]").click()
        expect(page.locator(".cell.pending")).to_have_count(0)
    click_twice(page, "pass", "#moves li:nth-child(2) .a")
    page.wait_for_timeout(300)
    assert page.locator("#status").inner_text() == "Noughts to move: step 1 of 3."


def test_steps_are_undone_as_quickly_as_one_likes(visitor: Visitor) -> None:
    page = begin(visitor, STEPS, B="person")
    put_together(page, FIRST)
    page.locator("[value=undo]").dblclick()
    expect(page.locator(".cell.pending")).to_have_count(1)


def test_a_key_held_down_is_one_press(visitor: Visitor) -> None:
    page = begin(visitor, STEPS, B="person")
    page.locator("#board [tabindex='0']").focus()
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator(".cell.pending")).to_have_count(1)
    page.wait_for_timeout(300)
    assert page.locator("#refused").is_hidden()


def test_a_button_that_goes_leaves_the_keys_on_the_board(visitor: Visitor) -> None:
    page = begin(visitor, STEPS, A="random", B="random")
    page.locator("[value=pause]").press("Enter")
    expect(page.locator("[value=resume]")).to_be_visible()
    assert page.locator("#board :focus").count() == 1


def test_a_field_of_another_game_does_not_hinder(visitor: Visitor) -> None:
    page = visitor.open("/play?lang=en")
    page.locator(f"[value={SHORT}]").check()
    page.locator(f"[name=columns-{SHORT}]").fill("50")
    page.locator("button.main").click()
    expect(page.locator(".wrong")).to_contain_text("a whole number up to 26")
    page.locator(f"[value={DEFAULT}]").check()
    page.locator("button.main").click()
    page.wait_for_url("**/play/*", timeout=10_000)


def test_a_change_of_language_keeps_what_was_typed(visitor: Visitor) -> None:
    page = visitor.open("/play")
    page.locator(f"input[name=game][value={SHORT}]").check()
    page.locator(f"[name=columns-{SHORT}]").fill("9")
    page.locator(f"[name=B-{SHORT}]").select_option("nim")
    page.locator("details summary").click()
    page.locator("[name=matrix]").fill("A 1 U")
    page.get_by_role("link", name="Русский").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.locator(f"input[name=game][value={SHORT}]")).to_be_checked()
    expect(page.locator(f"[name=columns-{SHORT}]")).to_have_value("9")
    expect(page.locator(f"[name=B-{SHORT}]")).to_have_value("nim")
    expect(page.locator("[name=matrix]")).to_be_visible()
    expect(page.locator("[name=matrix]")).to_have_value("A 1 U")
    page.reload()
    expect(page.locator("[name=matrix]")).to_have_value("")
