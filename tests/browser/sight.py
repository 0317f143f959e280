"""What a person needs to play: every legal target in sight, free and large enough, and no text outside its box."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

SIZES = {
    "laptop": (1280, 800),
    "tablet": (1024, 768),
    "phone": (390, 844),
    "landscape phone": (844, 390),
    "laptop at 200 % zoom": (640, 400),  # a zoomed window has half as many pixels of CSS
}
TOUCH = {"phone", "landscape phone"}
TARGET, TOUCH_TARGET, PLACE = 24, 44, 24
"""Smallest targets in pixels. A touch on a board counts for the nearest legal place, so places may be smaller."""

# Everything that is wrong with the page, one line each.
PROBLEMS = """
([least, place]) => {
  const found = [];
  const name = (node) => {
    const text = (node.getAttribute('aria-label') || node.textContent || '').trim().slice(0, 40);
    return `${node.tagName.toLowerCase()}.${node.className} "${text}"`;
  };
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const table = document.querySelector('main.table');
  if (!table) return ['there is no table'];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');

  for (const node of table.querySelectorAll('[data-legal], .step:not(:disabled), .option:not(:disabled)')) {
    if (node.matches(':disabled') || node.closest('.sheet-over')) continue;
    if (node.matches('.step') && !node.checkVisibility()) continue; // a tap on the stack does the same
    const box = node.getBoundingClientRect();
    if (!seen(node) || !box.width) {
      found.push(`hidden: ${name(node)}`);
      continue;
    }
    const onBoard = node.closest('.board, .plane') !== null;
    if (node.matches('.field.aiming')) {
      if (box.right < 40 || box.left > innerWidth - 40 || box.bottom < 40 || box.top > innerHeight - 40)
        found.push('the plane to aim at is out of sight');
      continue;
    }
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.push(`out of the window: ${name(node)} ${box.left | 0},${box.top | 0} ${box.right | 0},${box.bottom | 0}`);
    const small = onBoard ? place : least;
    // Where only one thing can be picked, a click anywhere on its place picks it.
    const area = node.matches('.sole') && onBoard ? node.closest('.cell').getBoundingClientRect() : box;
    if (Math.min(area.width, area.height) < small - 0.6)
      found.push(`too small: ${name(node)} is ${box.width | 0} x ${box.height | 0}, not ${small}`);
    const points = [[0.5, 0.5], [0.5, 0.3], [0.5, 0.7], [0.3, 0.5], [0.7, 0.5]];
    const free = points.some(([right, down]) => {
      const top = document.elementFromPoint(box.left + right * box.width, box.top + down * box.height);
      return top && (node === top || node.contains(top));
    });
    if (!free) {
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      found.push(`covered: ${name(node)} by ${top ? name(top) : 'nothing'}`);
    }
  }

  // Texts stay within the box that they belong to, and are not cut off.
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent || !walker.currentNode.textContent.trim() || !seen(parent)) continue;
    if (parent.closest('.visually-hidden, svg, .ticker, .side, .sheet-over, .how-to-play')) continue;
    range.selectNodeContents(walker.currentNode);
    const text = range.getBoundingClientRect();
    if (!text.width) continue;
    const box = parent.closest('button, .panel, .asking, .dock, .area');
    const room = (box ?? table).getBoundingClientRect();
    const aside = Math.max(room.left - text.left, text.right - room.right);
    const out = Math.max(aside, room.top - text.top, text.bottom - room.bottom);
    const words = walker.currentNode.textContent.trim().slice(0, 60);
    if (out > 3 && !parent.closest('.count, .cost'))
      found.push(`text outside its box by ${out | 0} px: "${words}" in ${name(box ?? table)}`);
    if (text.left < -2 || text.right > innerWidth + 2) found.push(`text outside the window: "${words}"`);
    for (let node = parent; node && node !== table; node = node.parentElement) {
      const style = getComputedStyle(node);
      if (style.overflowX !== 'visible' && style.display !== 'inline' && node.scrollWidth > node.clientWidth + 2) {
        found.push(`text cut off: "${node.textContent.trim().slice(0, 60)}" in ${node.tagName}.${node.className}`);
        break;
      }
    }
  }

  // Places of the table do not overlap.
  const areas = [...table.querySelectorAll('.place > .area, .seats > .panel, .dock')].filter(seen);
  const boxes = areas.map((node) => node.getBoundingClientRect());
  for (let i = 0; i < areas.length; i++)
    for (let j = i + 1; j < areas.length; j++) {
      const across = Math.min(boxes[i].right, boxes[j].right) - Math.max(boxes[i].left, boxes[j].left);
      const down = Math.min(boxes[i].bottom, boxes[j].bottom) - Math.max(boxes[i].top, boxes[j].top);
      if (across > 4 && down > 4)
        found.push(`${name(areas[i])} and ${name(areas[j])} overlap by ${across | 0} x ${down | 0}`);
    }
  return [...new Set(found)];
}
"""


def problems(page: Page, size: str) -> list[str]:
    """Everything in the way of a player whose window has this size."""
    width, height = SIZES[size]
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[Any] = page.evaluate(PROBLEMS, [TOUCH_TARGET if size in TOUCH else TARGET, PLACE])
    return [f"{size}: {problem}" for problem in found]
