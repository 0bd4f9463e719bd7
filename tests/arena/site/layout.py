"""Layout of a page, measured in the browser: overlapping, cut or reversed texts, shifts."""

from __future__ import annotations

from playwright.sync_api import Page

WIDTHS = (360, 768, 1280, 1920)
"""Widths in pixels at which every page is tested: telephone, tablet, small desk and large one."""
MOST_SHIFT = 0.1
"""Layout shift of a page that web.dev calls good."""

_OVERLAPS = """
() => {
  const INSET = 0.22;  // of a line box, which is higher than the letters in it
  const LEAST = 2;  // pixels, since browsers round
  const MOST = 5;  // faults that are told
  const modal = document.querySelector("dialog:modal");
  // What stays where it is while the page is scrolled lies over the rest, and hides it.
  const layerOf = (element) => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { position, backgroundColor } = getComputedStyle(each);
      const isOpaque = !/^rgba\\(.*, 0(\\.\\d+)?\\)$|^transparent$/.test(backgroundColor);
      if (["fixed", "sticky"].includes(position) && isOpaque) return each;
    }
    return null;
  };
  const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
  const boxes = [];
  const clipped = (box, element) => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.position === "fixed") break;
      if (style.clipPath !== "none" || style.clip !== "auto") return null;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      if (each instanceof SVGElement && !(each instanceof SVGSVGElement)) continue;
      const own = each.getBoundingClientRect();
      box = {
        left: Math.max(box.left, own.left), right: Math.min(box.right, own.right),
        top: Math.max(box.top, own.top), bottom: Math.min(box.bottom, own.bottom),
      };
    }
    return box.right - box.left > LEAST && box.bottom - box.top > LEAST ? box : null;
  };
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest("script, style, template, option, title")) continue;
    if (!parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    const layer = layerOf(parent);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const inset = (bottom - top) * INSET;
      const box = clipped({ left, right, top: top + inset, bottom: bottom - inset }, parent);
      if (box) boxes.push({ ...box, text: node.data.trim().slice(0, 40), node, layer });
    }
  }
  boxes.sort((one, other) => one.top - other.top);
  const faults = [];
  for (let first = 0; first < boxes.length && faults.length < MOST; first++) {
    const one = boxes[first];
    for (let second = first + 1; second < boxes.length; second++) {
      const other = boxes[second];
      if (other.top >= one.bottom - LEAST) break;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - other.top;
      if (one.node === other.node || one.layer !== other.layer) continue;
      if (across > LEAST && down > LEAST)
        faults.push(`«${one.text}» and «${other.text}» overlap at ${Math.round(other.left)},`
          + ` ${Math.round(other.top + scrollY)}`);
    }
  }
  return faults;
}
"""
_CUT = """
() => [...document.querySelectorAll(".scroll")]
  .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
  .filter((box) => !box.querySelector(".crosstable")) // it has a column for each entrant
  .map((box) => `a table is ${box.scrollWidth} px wide, and ${box.clientWidth} px are seen`)
"""
_REVERSED = """
() => {
  const place = document.querySelector("dialog:modal") ?? document.body;
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const faults = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.checkVisibility()) continue;
    for (const { 0: number, index } of node.data.matchAll(/[#\\d][\\d.:-]*\\d/g)) {
      const boxes = [...number].map((_, at) => {
        const range = document.createRange();
        range.setStart(node, index + at);
        range.setEnd(node, index + at + 1);
        return range.getBoundingClientRect();
      });
      const isReversed = boxes.some((box, at) => {
        const before = boxes[at - 1] ?? box;
        return box.top === before.top && box.left < before.left;
      });
      if (isReversed) faults.add(`«${number}» in «${node.data.trim()}» is the wrong way round`);
    }
  }
  return [...faults];
}
"""
_WIDE_NAMES = """
() => [...document.querySelectorAll(".scroll")]
  .filter((box) => box.checkVisibility())
  .flatMap((box) => [...box.querySelectorAll("tbody th.name")]
    .filter((name) => name.offsetWidth > box.clientWidth / 2)
    .map((name) => `«${name.innerText}» takes ${name.offsetWidth} of ${box.clientWidth} px`))
"""
_DESK = 1280
"""Width in pixels from which every column of a table must be in sight."""
_STICKS_OUT = "document.documentElement.scrollWidth - innerWidth"
_SHIFT = """
() => new Promise((resolve) => {
  let sum = 0;
  const add = (entries) => {
    for (const entry of entries) if (!entry.hadRecentInput) sum += entry.value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => {
    add(observer.takeRecords());
    resolve(sum);
  }));
})
"""


def layout_faults(page: Page) -> list[str]:
    """Return the faults of the page's layout at its present width."""
    width = page.evaluate("innerWidth")
    faults = [f"{width} px: {fault}" for fault in page.evaluate(_OVERLAPS)]
    faults += [f"{width} px: {fault}" for fault in page.evaluate(_REVERSED)]
    faults += [f"{width} px: {fault}" for fault in page.evaluate(_WIDE_NAMES)]
    if width >= _DESK:
        faults += [f"{width} px: {fault}" for fault in page.evaluate(_CUT)]
    beyond = page.evaluate(_STICKS_OUT)
    if beyond > 0:
        faults.append(f"{width} px: the page is {beyond} px too wide")
    return faults


def shift_of(page: Page) -> float:
    """Return how much the layout has shifted since the page was opened."""
    shift: float = page.evaluate(_SHIFT)
    return shift
