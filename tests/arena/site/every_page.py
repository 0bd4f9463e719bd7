"""Every page of the site, as its visitors see it, for tests and for pictures.

Three events are needed: ``spring``, which is over, ``autumn``, which has begun, and ``cup``, which
takes bots and has a ladder; and a token of ``ivanov``, whose bot is on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from playwright.sync_api import Page, expect

from arena.site.submit.tokens import INVITATIONS
from tests.arena.conftest import EXAMPLE
from tests.arena.site.browsing import Visitor
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS

TOKENS = "ivanov right-token\n"
CODE = "code-of-the-class"


def write_tokens(folder: Path) -> None:
    """Write the files of tokens and of an invitation."""
    for name, text in (("tokens.txt", TOKENS), (INVITATIONS, f"{CODE} 2999-12-31 9\n")):
        (folder / name).write_text(text)
        (folder / name).chmod(0o600)


FORT = f"A 9 U\n0 9\n0 9\n----B\nbbbbb\nA----\n-----\n-a---\ngame {STEPS}\nrules classic\n"
CHIPS = f"A 1 U\n0 9\n0 9\nooo\nooo\ngame {SHORT}\n"
LAST_CHIP = f"A 1 U\n0 9\n0 9\no\ngame {SHORT}\n"
LONG = 60_000
"""Milliseconds for computed pages, since computations give way to all else."""


def every_page(visitor: Visitor) -> Iterator[tuple[str, Page]]:
    """Yield each page with a name.

    Pages with a stream are closed before the next: a browser has six connections to a site.
    """
    return chain.from_iterable(way(visitor) for way in (documents, boards, sheets, events, desks))


def boards(visitor: Visitor) -> Iterator[tuple[str, Page]]:
    """Yield a new game, games of two people from positions, one that is over, and a watched one."""
    yield "play", visitor.open("/play")
    for name, text in ((STEPS, FORT), (DEFAULT, EXAMPLE), (SHORT, CHIPS)):
        page = _begun(visitor, text)
        page.locator(".cell.legal").last.click()
        expect(page.locator(".cell.pending, .cell.chosen, #moves li").first).to_be_visible()
        yield f"game-{name}", page
        page.close()
    page = _begun(visitor, LAST_CHIP)
    page.locator(".cell.legal").click()
    expect(page.locator("#result")).to_be_visible()
    yield "game-over", page
    page.locator(".links summary").click()
    link = page.locator(".links a").last.get_attribute("href")
    page.close()
    page = visitor.open(link or "")
    yield "game-watched", page
    page.close()


def _begun(visitor: Visitor, text: str) -> Page:
    page = visitor.open("/play")
    page.locator("summary").click()
    for select in page.locator("select[name^=B-]").all():
        select.evaluate("select => select.value = 'person'")
    page.locator("[name=clock-people]").select_option("180")
    page.locator("textarea").fill(text)
    page.locator("button.main").click()
    return page


def sheets(visitor: Visitor) -> Iterator[tuple[str, Page]]:
    """Yield Validate, before and after."""
    page = visitor.open("/validate")
    yield "validate", page
    page.locator("#before").fill(EXAMPLE.replace("A 21 U", "A 21 B").replace("2.01", "2,01"))
    page.locator("#after").fill(EXAMPLE)
    page.locator("form.sheets .main").click()
    expect(page.locator(".diagnostics").first).to_be_visible()
    yield "validated", page


def events(visitor: Visitor) -> Iterator[tuple[str, Page]]:
    """Yield the list, an event that is over and one that is not, a report, and a game in it."""
    yield "events", visitor.open("/events")
    for name in ("autumn", "spring"):
        page = visitor.open(f"/events/{name}")
        expect(page.locator("table.standings").first).to_be_visible(timeout=LONG)
        yield f"event-{name}", page
        page.close()
    page = visitor.open("/events/spring/report")
    expect(page.locator("table.crosstable").first).to_be_visible(timeout=LONG)
    yield "report", page
    page.locator("table.games [role=button], table.games button, table.games tbody a").first.click()
    expect(page.locator("#viewer")).to_be_visible()
    yield "report-game", page


def documents(visitor: Visitor) -> Iterator[tuple[str, Page]]:
    """Yield the start page, the list of documents, and one of them."""
    yield "start", visitor.open("/")
    yield "docs", visitor.open("/docs")
    page = visitor.open("/docs/rules#rule-10")
    expect(page.locator("#rule-10")).to_be_visible()
    yield "docs-rules", page
    page = visitor.open("/docs/rules")
    page.locator("a[href$='wide-front.txt']").click()
    page.locator("#step-0 .forth").click()
    expect(page.locator("#step-1")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-2")).to_be_visible()
    expect(page.locator("#step-1")).to_be_hidden()
    yield "docs-record", page


def desks(visitor: Visitor) -> Iterator[tuple[str, Page]]:
    """Yield Submit: the form, a wrong token, submissions, the ladder, and a refusal."""
    page = visitor.open("/submit")
    yield "submit", page
    page.locator("[name=name]").fill("ivanov")
    page.locator("[name=token]").fill("wrong-token")
    page.locator("form.entry-form .main").click()
    expect(page.locator(".notice.wrong")).to_be_visible()
    yield "submit-refused", page
    page.locator("[name=token]").fill("right-token")
    page.locator("form.entry-form .main").click()
    expect(page.locator("#versions")).to_be_visible()
    yield "submit-own", page
    page.goto(page.url.replace("/submit", "/ladder"))
    expect(page.locator("table.standings")).to_be_visible(timeout=LONG)
    yield "ladder", page
    page.goto(page.url.replace("/ladder", "/submit/ladder"))
    expect(page.locator("table.own-games")).to_be_visible()
    yield "submit-ladder", page
    page.locator("table.own-games a").first.click()
    expect(page.locator("#viewer")).to_be_visible()
    yield "submit-ladder-game", page
    page = visitor.open("/submit/versions")
    expect(page.locator(".event-head")).to_be_visible()
    yield "submit-versions", page
    page = visitor.open(f"/submit/join/{CODE}")
    yield "submit-join", page
    page.locator("[name=name]").fill("ivanov")
    page.locator("form.entry-form .main").click()
    expect(page.locator(".notice.wrong")).to_be_visible()
    yield "submit-join-refused", page
    page = visitor.open("/nowhere")
    expect(page.locator(".refusal")).to_be_visible()
    yield "refusal", page
