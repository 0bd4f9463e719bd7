"""The site of the documents: it is built with all links right, and searched on this machine alone.

Where mkdocs is not there, these tests are skipped; those in the browser also where that is not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.places import ROOT

pytest.importorskip("material", reason="mkdocs-material, which builds the site, is absent")
pytest.importorskip("playwright.sync_api", reason="Playwright, which drives the browser, is absent")

from playwright.sync_api import Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium")
DOCS = ROOT / "docs"
pytestmark = [pytest.mark.xdist_group("docs-site")]
in_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no chromium: apt-get install chromium"
)


def build(folder: Path, source: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(
        command, cwd=source, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module", name="site")
def build_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    result = build(folder)
    assert result.returncode == 0, result.stderr
    return folder


@pytest.fixture(scope="module", name="address")
def serve_site(site: Path) -> Iterator[str]:
    """Serve the site to this machine, as `python -m http.server` does; yield its address."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(name="page")
def open_page(address: str) -> Iterator[Page]:
    """Yield a page of a browser; fail if the site asks another machine for anything."""
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        context = browser.new_context()
        asked: list[str] = []
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        yield page
        assert asked
        assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
        browser.close()


def test_every_document_is_a_page(site: Path) -> None:
    documents = [path.relative_to(DOCS) for path in DOCS.rglob("*.md")]
    assert [name for name in documents if not (site / name.with_suffix(".html")).exists()] == []
    assert (site / "ru" / "index.html").exists()


def test_a_document_in_both_languages_is_in_the_navigation(site: Path) -> None:
    for folder, first in ((DOCS, "index.html"), (DOCS / "ru", "ru/index.html")):
        text = (site / first).read_text(encoding="utf-8")
        names = [path.with_suffix(".html").name for path in folder.glob("*.md")]
        assert [name for name in names if f'href="{name}"' not in text] == []


@pytest.mark.parametrize(
    "link", ["nothing.md", "rules.md#nothing", "../NOTHING.md", "#nothing", "positions/nothing.txt"]
)
def test_a_wrong_link_is_told(tmp_path: Path, link: str) -> None:
    for name in ("docs", "scripts", "benchmarks", "tournaments/events"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for path in [*ROOT.glob("*.md"), ROOT / "mkdocs.yml"]:
        shutil.copyfile(path, tmp_path / path.name)
    with (tmp_path / "docs/install.md").open("a", encoding="utf-8") as page:
        page.write(f"\n[there]({link})\n")
    result = build(tmp_path / "site", tmp_path)
    assert result.returncode != 0
    assert link in result.stderr


@in_browser
@pytest.mark.parametrize(
    ("first", "word", "target"),
    [
        ("index.html", "knockout", "events.html"),
        ("ru/index.html", "песочница", "ru/referee.html"),
        ("ru/index.html", "песочницу", "ru/referee.html"),
    ],
)
def test_a_word_is_found(page: Page, address: str, first: str, word: str, target: str) -> None:
    page.goto(f"{address}/{first}")
    page.locator("input.md-search__input").fill(word)
    results = page.locator("a.md-search-result__link")
    expect(results.first).to_be_visible(timeout=20_000)
    links = [str(link.get_attribute("href")) for link in results.all()]
    assert any(f"/{target}" in link for link in links), links


@in_browser
def test_the_switch_leads_to_the_same_page_in_the_other_language(page: Page, address: str) -> None:
    page.goto(f"{address}/events.html")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    (russian,) = page.locator("a.md-select__link[hreflang=ru]").all()
    page.goto(page.evaluate("link => link.href", russian.element_handle()))
    assert page.url.endswith("/ru/events.html")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
