"""Validate: faults of a file are shown in it and on its board, whatever the file is."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.drawing.html import capital
from arena.site.application import application
from arena.site.settings import Rate, Settings
from arena.site.validate.validation import Validators
from formats.matrix.faults import LARGEST
from tests.arena.conftest import AFTER, AFTER_CAPTURE, EXAMPLE
from tests.formats.games.example_games import SHORT
from tests.places import ROOT

MALFORMED = sorted((ROOT / "tests/formats/matrix/malformed").glob("*.txt"))


@pytest.fixture(scope="module")
def browser() -> Iterator[TestClient]:
    """A browser on this machine."""
    settings = Settings(reading=Rate(9000, 900), writing=Rate(9000, 900))
    with TestClient(application(settings), base_url="http://127.0.0.1:8080") as client:
        yield client


def page_for(browser: TestClient, *files: bytes | str, language: str = "en") -> str:
    """Return the page for these files; texts are pasted."""
    names = ("before", "after")
    fields = {name: file for name, file in zip(names, files, strict=False) if isinstance(file, str)}
    sent = {
        f"{name}-file": ("matrix.txt", file)
        for name, file in zip(names, files, strict=False)
        if isinstance(file, bytes)
    }
    answer = browser.post(
        "/validate", data=fields, files=sent or None, headers={"accept-language": language}
    )
    assert answer.status_code == 200
    return answer.text


def test_a_good_file(browser: TestClient) -> None:
    page = page_for(browser, EXAMPLE)
    assert "Good: MMPeshki, 8 x 8, half-move 21; red (A) to move." in page
    assert page.count('class="square ') == 64
    assert "Play on from here" in page


def test_a_quoted_line_is_not_made_large(browser: TestClient) -> None:
    assert capital("the winner is A") == "The winner is A"
    assert capital("«x» is no winner") == "«x» is no winner"
    assert capital("b1-b2 is legal") == "b1-b2 is legal"
    assert "<b>Победитель — A" in page_for(
        browser, EXAMPLE.replace("A 21 U", "A 21 x"), language="ru"
    )
    styles = browser.get("/static/validate.css").text
    assert "first-letter" not in styles


def test_two_files_of_the_largest_size_are_taken(browser: TestClient) -> None:
    largest = EXAMPLE.encode().ljust(LARGEST)
    assert "Good: MMPeshki" in page_for(browser, largest, largest)


def test_a_refusal_of_what_is_too_large_tells_the_limit_and_leads_back(browser: TestClient) -> None:
    headers = {"accept": "text/html", "referer": "http://127.0.0.1:8080/validate?lang=en"}
    for address, is_own in ((headers["referer"], True), ("http://evil.example/", False)):
        files = {"before-file": ("matrix.txt", b"x" * 140_000)}
        answer = browser.post("/validate", files=files, headers={**headers, "referer": address})
        assert answer.status_code == 413
        assert "at most 135,168 bytes" in answer.text
        assert (f'href="{address}"' in answer.text) == is_own


def test_a_legal_move(browser: TestClient) -> None:
    assert "A legal move: b1-b2." in page_for(browser, EXAMPLE, AFTER)
    page = page_for(browser, AFTER.encode(), AFTER_CAPTURE.encode(), language="ru")
    assert "Допустимый ход: a3:c1." in page
    assert "by-b" in page


def test_a_footer_that_is_left_out_is_that_of_the_file_before(browser: TestClient) -> None:
    before = f"A 1 U\n0 30\n0 30\nooo\nooo\nooo\ngame {SHORT}\n"
    page = page_for(browser, before, "B 2 U\n0 29\n0 30\noo-\noo-\nooo\n")
    assert "A legal move: c2." in page
    assert f"oo-\noo-\nooo\ngame {SHORT}\n" in page, "to play on from there"


def test_the_number_of_many_faults_is_told(browser: TestClient) -> None:
    keys = "".join(f"key{n} value\n" for n in range(30))
    page = page_for(browser, f"A 1 U\n0 30\n0 30\nooo\nooo\ngame {SHORT}\n{keys}")
    assert page.count("<small>M402") == 8
    assert page.count("and 22 more of this kind") == 1
    assert "Bad, errors: 30." in page


def test_an_illegal_move_is_marked_on_the_board(browser: TestClient) -> None:
    after = AFTER.replace("-A------\n--------", "--------\n-A------").replace(
        "-B------", "-BB-----"
    )
    page = page_for(browser, EXAMPLE, after)
    assert "No legal move leads there" in page
    assert 'class="ring' in page


def test_a_bad_file_gets_no_sentence_about_its_move(browser: TestClient) -> None:
    page = page_for(browser, "nonsense", AFTER)
    assert "Correct the first file first" in page


@pytest.mark.parametrize("path", MALFORMED, ids=[path.stem for path in MALFORMED])
def test_every_malformed_file_has_its_codes(browser: TestClient, path: Path) -> None:
    page = page_for(browser, path.read_bytes())
    expected = path.with_suffix(".expected")
    codes = {word for word in expected.read_text().split() if word[0] == "M" and len(word) == 4}
    assert all(code in page for code in codes)


@pytest.mark.parametrize(
    "data",
    [
        b"A 1 U\n0 <script>alert(1)</script>\n0 1\n</textarea><script>alert(1)</script>\n",
        b"\x00\xff\xfe" * 500,
        b"\n" * 30000,
        b"A" * 60000,
        ("é\u202e" * 3000).encode(),
        ("A 1 U\n0 9\n0 9\n" + ("o" * 31 + "\n") * 1500 + f"game {SHORT}\n").encode(),
    ],
)
def test_a_hostile_file_is_only_shown(browser: TestClient, data: bytes) -> None:
    page = page_for(browser, data)
    assert "<script>alert" not in page
    assert "\u202e" not in page.split("<textarea")[0]
    assert len(page) < 1_500_000


def test_nothing_is_asked_for_again(browser: TestClient) -> None:
    answer = browser.post("/validate", data={"before": " \n"})
    assert answer.status_code == 400
    assert "Paste a file" in answer.text


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"x" * 140_000, "multipart/form-data; boundary=x", 413),
        (b"x", "multipart/form-data", 400),
        (b"x", "multipart/form-data; boundary=x", 400),
        (b"{}", "application/json", 400),
        (b"before=" + b"%00" * 100, "application/x-www-form-urlencoded", 200),
        (b"&".join(b"a%d=1" % n for n in range(200)), "application/x-www-form-urlencoded", 400),
    ],
)
def test_another_form_is_refused(browser: TestClient, body: bytes, kind: str, status: int) -> None:
    answer = browser.post("/validate", content=body, headers={"content-type": kind})
    assert answer.status_code == status


def test_both_languages(browser: TestClient) -> None:
    assert "Верен ли этот matrix.txt?" in browser.get("/validate?lang=ru").text
    assert "Is this matrix.txt right?" in browser.get("/validate?lang=en").text


def test_a_validation_that_takes_too_long_is_ended_and_the_next_is_made() -> None:
    async def look() -> None:
        validators = Validators(longest=0.0)
        try:
            for _ in range(3):
                with pytest.raises(TimeoutError):
                    await validators.result("one", [EXAMPLE.encode()], "en")
            validators.longest = 60
            assert "half-move 21" in await validators.result("one", [EXAMPLE.encode()], "en")
        finally:
            validators.close()

    asyncio.run(look())


def test_files_that_take_long_keep_nobody_from_a_page(
    monkeypatch: pytest.MonkeyPatch, browser: TestClient
) -> None:
    """The pages are asked for from the same address."""
    over = threading.Event()

    async def never(*_: object) -> None:
        await asyncio.to_thread(over.wait)
        raise TimeoutError

    monkeypatch.setattr(Validators, "result", never)
    with ThreadPoolExecutor(4) as pool:
        waiting = [pool.submit(browser.post, "/validate", data={"before": "x"}) for _ in range(4)]
        try:
            assert browser.get("/validate").status_code == 200
            assert not any(future.done() for future in waiting)
        finally:
            over.set()
        assert [future.result().status_code for future in waiting] == [400] * 4


@pytest.mark.parametrize("rows", [2, 3])
def test_the_square_a1_is_dark(browser: TestClient, rows: int) -> None:
    board = "oo\n" * rows
    page = page_for(browser, f"A 1 U\n0 30\n0 30\n{board}game {SHORT}\n")
    assert f'<rect class="square dark" x="0" y="{10 * (rows - 1)}"' in page
    assert f'<rect class="square light" x="10" y="{10 * (rows - 1)}"' in page
