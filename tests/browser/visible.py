"""Checks that a person can see an element: in the window, large enough and not covered."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

# The element's box, the window's size, and the elements on top at five points of the box.
LOOK = """
(node) => {
  const box = node.getBoundingClientRect();
  const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85]];
  const covers = points
    .map(([right, down]) => document.elementFromPoint(box.left + right * box.width, box.top + down * box.height))
    .filter((top) => top !== node && !node.contains(top))
    .map((top) => top?.outerHTML.slice(0, 120) ?? "outside the window");
  return {
    left: box.left, top: box.top, right: box.right, bottom: box.bottom,
    width: box.width, height: box.height, covers,
    window: [innerWidth, innerHeight],
    visible: node.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  };
}
"""


def assert_seen(what: Locator, width: float = 1, height: float = 1) -> None:
    """Fail unless the whole element is in the window, at least this large and not covered."""
    what.wait_for(state="attached")
    found: dict[str, Any] = what.evaluate(LOOK)
    across, down = found["window"]
    assert found["visible"], "the element is hidden by its style"
    assert found["width"] >= width, f"{found['width']} px wide, less than {width}"
    assert found["height"] >= height, f"{found['height']} px high, less than {height}"
    assert found["left"] >= 0, "cut off on the left"
    assert found["top"] >= 0, "cut off at the top"
    assert found["right"] <= across, f"ends {found['right'] - across} px right of the window"
    assert found["bottom"] <= down, f"ends {found['bottom'] - down} px below the window"
    assert not found["covers"], f"covered by {found['covers'][0]}"
