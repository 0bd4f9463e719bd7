"""Pictures of every page of the site, and of the documents, from events that are really played.

    make pictures

Built-in bots play a class's event and a ladder under other names, and another event is running. The
pictures of the documents are put into ``docs/images``, and every page in both languages, at a desk
and on a telephone, light and dark, into ``build/pictures``: to be looked at.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, expect

from arena.bots.builtin_bots import ensure_built
from bot.builder.executable import program_named
from tests.arena.conftest import AFTER, EXAMPLE
from tests.arena.site.browsing import (
    LONG,
    PICTURES,
    Visitor,
    begin,
    browsing,
    served_thread,
    visiting,
)
from tests.arena.site.climbed import climbed
from tests.arena.site.every_page import every_page, write_tokens
from tests.formats.games.example_games import DEFAULT, STEPS
from tests.places import ROOT
from tests.tournaments.submission.submitting import event
from tournaments.submission import Submissions, submissions

IMAGES = ROOT / "docs/images"
SIZES = {"desk": (1280, 900), "telephone": (390, 844)}
NAMES = ("egorova", "ivanov", "kozlov", "petrova", "smirnova", "zaitsev")
STYLES = tuple(
    f"{DEFAULT}-{style}"
    for style in (
        "greedy",
        "champion --nodes 2000",
        "random",
        "champion --nodes 20000",
        "champion --nodes 200",
        "champion --nodes 20",
    )
)
SPRING = f"""\
title = "Class tournament, spring"
game = "{DEFAULT}"
time = 30
seed = 2014
format = "round-robin"
starts = {{ count = 1, pieces = 6, marks = 4 }}
bonuses = [10, 5, 3]
"""
AUTUMN = f"""\
title = "Autumn cup"
time = 60
format = "round-robin"

[[section]]
game = "{STEPS}"
rules = "classic"
"""
CUP = f"""\
title = "Winter cup"
game = "{DEFAULT}"
time = 1
starts = {{ count = 4, pieces = 6 }}
entrants = "bots"

[ladder]
milestones = ["random"]
jobs = 1
"""


def main() -> None:
    """Play, and save the pictures."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        play(folder)
        with running(folder), served_thread(folder) as site, browsing() as browser:
            of_documents(browser, site)
            of_every_page(browser, site)


def play(folder: Path) -> None:
    """Play the event that is over, and the ladder."""
    entrants = (entrant(*each) for each in zip(NAMES, STYLES, strict=True))
    (folder / "spring.toml").write_text(SPRING + "".join(entrants))
    arena("run", str(folder / "spring.toml"), "--quiet")
    (folder / "spring.toml").unlink()
    write_tokens(folder)
    (folder / "cup.toml").write_text(CUP)
    cup = submissions(event(CUP), folder, folder / "cup", None)
    assert isinstance(cup, Submissions)
    for name, bot in (("ivanov", "random"), ("petrova", "champion"), ("ivanov", "greedy")):
        path = ensure_built(program_named(f"{DEFAULT}-{bot}"), "en")
        cup.enter(name, path.read_bytes(), ())
    climbed(folder / "cup.toml", 24)


def entrant(name: str, style: str, table: str = "entrants") -> str:
    """Return the entry of a built-in bot under that name for an event file."""
    bot, *arguments = style.split()
    return f'\n[[{table}]]\nname = "{name}"\nbot = "{bot}"\narguments = {arguments}\n'


@contextmanager
def running(folder: Path) -> Iterator[None]:
    """Play an event meanwhile, which has a few games behind it."""
    bots = [f"{STEPS}-{style}" for style in ("champion", "greedy", "random")]
    table = "section.entrants"
    text = AUTUMN + "".join(entrant(*each, table) for each in zip(NAMES[1:4], bots, strict=True))
    (folder / "autumn.toml").write_text(text)
    process = begun("run", str(folder / "autumn.toml"), "--quiet")
    try:
        while not list((folder / "autumn/.live").glob("*.json")):
            time.sleep(0.5)
        yield
    finally:
        process.terminate()
        process.wait()


def arena(*words: str) -> None:
    """Run the command to its end."""
    assert begun(*words).wait() == 0, words


def begun(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "arena", *words], cwd=ROOT)


def of_documents(browser: Browser, site: str) -> None:
    """Save the pictures of the documents, in English."""
    with visiting(browser, site) as visitor:
        visitor.open("/?lang=en").close()
        page = visitor.open("/events/spring/report")
        page.locator("table.crosstable tbody a").nth(1).click(timeout=LONG)
        expect(page.locator("#viewer")).to_be_visible()
        for _ in range(6):
            page.keyboard.press("ArrowLeft")
        page.evaluate("scrollTo(0, 0)")
        take(page, "report", (1440, 1400))
        page = visitor.open("/events/autumn")
        expect(page.locator(".board-card .square.by-b").first).to_be_visible()
        expect(page.locator("table.standings")).to_be_visible()
        take(page, "watch", (1200, 1150))
        page = visitor.open("/validate")
        page.locator("#before").fill(EXAMPLE)
        page.locator("#after").fill(AFTER.replace("B 22", "A 22"))
        page.locator("form.sheets .main").click()
        expect(page.locator(".verdict").first).to_be_visible()
        take(page, "validate", (1440, 900))
        page = begin(visitor, STEPS, A="champion", B="random", think="2")
        expect(page.locator("#moves li")).to_have_count(8)
        expect(page.locator("#thoughts pre")).to_contain_text("visits")
        take(page, "play", (1280, 900))


def take(page: Page, name: str, size: tuple[int, int]) -> None:
    """Save a picture of the documents."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.bring_to_front()
    page.wait_for_timeout(500)
    page.screenshot(path=IMAGES / f"{name}.png")


def of_every_page(browser: Browser, site: str) -> None:
    """Save pictures of all pages."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for language in ("en", "ru"):
        with visiting(browser, site) as visitor:
            visitor.open(f"/?lang={language}").close()
            of_one_language(visitor, language)


def of_one_language(visitor: Visitor, language: str) -> None:
    for name, page in every_page(visitor):
        page.bring_to_front()
        for device, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for colours in ("light", "dark"):
                page.emulate_media(color_scheme=colours)
                page.wait_for_timeout(100)
                path = PICTURES / f"{name}-{language}-{device}-{colours}.png"
                page.screenshot(path=path, full_page=True)
        width, height = SIZES["desk"]
        page.set_viewport_size({"width": width, "height": height})


if __name__ == "__main__":
    main()
