"""Pages without colours, as a reader asks for them: nothing on them depends on a hue alone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from arena.bots.builtin_bots import builtin_styles
from arena.drawing.frames import drawing_of
from arena.drawing.html import is_drawn
from formats.games import all_games
from tests.arena.site.browsing import CHROMIUM, LONG, Visitor, begin, picture, served_thread
from tests.arena.site.layout import WIDTHS, layout_faults
from tests.formats.games.example_games import DEFAULT
from tests.tournaments.filled_ledger import fill

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium"),
]
LEAST_CONTRAST = 7
MOST_HUE = 12
"""Steps of 256 by which red, green and blue of a grey pixel may differ: browsers round."""
LEAST_DIFFERENCE = 0.1
"""Share of the pixels of one player's piece whose lightness differs from the other's."""

PALE_TEXTS = """
(least) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [[r, g, b], a / 255];
  };
  const over = ([top, alpha], under) => top.map((x, n) => alpha * x + (1 - alpha) * under[n]);
  const light = (rgb) => {
    const curve = (x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = rgb.map((x) => curve(x / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    if (!element) return [255, 255, 255];
    const [colour, alpha] = rgba(getComputedStyle(element).backgroundColor);
    return alpha === 1 ? colour : over([colour, alpha], ground(element.parentElement));
  };
  const own = (element) => Number(getComputedStyle(element).opacity);
  const opacity = (element) => (element ? own(element) * opacity(element.parentElement) : 1);
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim()) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("script, style, option, :disabled, .field, .board, .picture")) continue;
    const style = getComputedStyle(element);
    const isDrawn = element instanceof SVGElement;
    const under = ground(isDrawn ? element.closest("svg").parentElement : element);
    const [colour, alpha] = rgba(isDrawn ? style.fill : style.color);
    const seen = over([colour, alpha * opacity(element)], under);
    const [less, more] = [light(seen), light(under)].sort((a, b) => a - b);
    const contrast = (more + 0.05) / (less + 0.05);
    if (contrast < least) found.push(`${texts.currentNode.data.trim()}: ${contrast.toFixed(1)}`);
  }
  return found;
}
"""
PLAIN_LINKS = """
() => [...document.querySelectorAll("a[href]")]
  .filter((link) => link.textContent.trim() && link.checkVisibility())
  .filter((link) => !link.matches(".skip, .home, .switches a"))
  .filter((link) => {
    const style = getComputedStyle(link);
    const framed = parseFloat(style.borderTopWidth) > 0;
    return !style.textDecorationLine.includes("underline") && !framed;
  })
  .map((link) => link.textContent.trim())
"""
PIXELS = """
async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas").getContext("2d");
  Object.assign(canvas.canvas, { width: image.width, height: image.height });
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  const lights = [];
  let hue = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = data.subarray(at, at + 3);
    hue = Math.max(hue, Math.max(r, g, b) - Math.min(r, g, b));
    lights.push((r + g + b) / 3);
  }
  return { hue, lights: lights.length > 40000 ? [] : lights };
}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with an event that is over."""
    folder = tmp_path_factory.mktemp("events")
    fill(folder / "spring")
    with served_thread(folder) as address:
        yield address


@pytest.fixture(scope="module")
def eye(chromium: Browser) -> Iterator[Page]:
    """A page that examines the pixels of other pages' pictures."""
    page = chromium.new_page()
    yield page
    page.close()


@pytest.fixture
def plain(visitor: Visitor) -> Visitor:
    """A visitor who has pressed the switch."""
    page = visitor.open("/?lang=en")
    page.locator(".switches .colours").click()
    expect(page.locator(".switches .colours")).to_have_attribute("aria-current", "true")
    page.close()
    return visitor


def hue_in(eye: Page, page: Page) -> int:
    """Return the strongest hue among the pixels of the page."""
    return int(eye.evaluate(PIXELS, b64encode(page.screenshot()).decode())["hue"])


def check(page: Page, eye: Page) -> None:
    """Check texts, links and pixels of the page, whatever the browser prefers."""
    for colours in ("light", "dark"):
        page.emulate_media(color_scheme=colours, reduced_motion="reduce")
        page.bring_to_front()
        assert page.evaluate(PALE_TEXTS, LEAST_CONTRAST) == []
        assert page.evaluate(PLAIN_LINKS) == []
        assert hue_in(eye, page) <= MOST_HUE


def test_pages_without_colours(plain: Visitor, eye: Page) -> None:
    for path in ("/", "/play", "/validate", "/events", "/docs/rules"):
        page = plain.open(path)
        check(page, eye)
        page.close()
    page = plain.open("/play")
    with page.expect_navigation():
        page.locator(".switches .colours").click()
    assert page.evaluate(PALE_TEXTS, LEAST_CONTRAST) != []
    assert hue_in(eye, page) > MOST_HUE


@pytest.mark.parametrize("game", all_games())
def test_a_game_without_colours(plain: Visitor, eye: Page, game: str) -> None:
    sides = {f"{player}_{game}": "person" for player in "AB"}
    page = begin(plain, game, **{name.split("_")[0]: value for name, value in sides.items()})
    page.locator(".cell.legal").last.click(timeout=5_000)
    check(page, eye)
    if game == DEFAULT:
        picture(page, "without-colours-play")
    marks = page.locator(".player i").evaluate_all(
        "marks => marks.map((mark) => getComputedStyle(mark, '::after').content)"
    )
    assert sorted(marks) == ['"A"', '"B"']
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert list(layout_faults(page)) == []


@pytest.mark.parametrize("game", builtin_styles())
def test_pieces_of_both_players_differ_without_hue(plain: Visitor, eye: Page, game: str) -> None:
    game_type = all_games()[game]
    drawn = [look for look in game_type.looks.values() if is_drawn(game_type, look)]
    sides = [
        [drawing_of(game_type, look) for look in drawn if look.colour == colour]
        for colour in ("red", "blue")
    ]
    page = plain.open("/play")
    pictures = {name: lights_of(page, eye, name) for names in sides for name in names}
    for a, b in ((a, b) for a in sides[0] for b in sides[1]):
        pairs = list(zip(pictures[a], pictures[b], strict=True))
        differing = sum(abs(light_1 - light_2) > 100 for light_1, light_2 in pairs) / len(pairs)
        assert differing > LEAST_DIFFERENCE, (a, b, differing)


def lights_of(page: Page, eye: Page, drawing: str) -> list[float]:
    """Return the lightness of each pixel of that piece, on white."""
    page.evaluate(
        """(drawing) => {
          document.body.innerHTML = document.querySelector("svg.pieces").outerHTML
            + `<svg id="seen" width="100" height="100"><use href="#${drawing}"/></svg>`;
        }""",
        drawing,
    )
    png = page.locator("#seen").screenshot()
    lights: list[float] = eye.evaluate(PIXELS, b64encode(png).decode())["lights"]
    assert lights
    return lights


def test_a_report_without_colours(visitor: Visitor, eye: Page) -> None:
    page = visitor.open("/events/spring/report")
    expect(page.locator("table.crosstable").first).to_be_visible(timeout=LONG)
    button = page.locator(".switches .colours")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert hue_in(eye, page) > MOST_HUE
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    check(page, eye)
    page.locator("table.games tbody a, table.games button").first.click()
    expect(page.locator("#viewer")).to_be_visible()
    check(page, eye)
    picture(page, "without-colours-report")
    # The site's pages know it, and the report when it is opened again.
    other = visitor.open("/play")
    expect(other.locator(".switches .colours")).to_have_attribute("aria-current", "true")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    assert hue_in(eye, page) > MOST_HUE
