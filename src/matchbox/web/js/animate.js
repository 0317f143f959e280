// Animates changes: copies of the pieces fly over the table while the new scene is already in place.

import { draw } from "./pieces.js";
import { drawing, h } from "./dom.js";
import { looks } from "./selection.js";

/** @typedef {import("./types").SceneChange} SceneEvent */
/** @typedef {import("./types").Place} Spot */
/** @typedef {{ area: Map<string, DOMRect>, cell: Map<string, DOMRect>, piece: Map<string, DOMRect>, prize: Map<string, DOMRect> }} Snapshot */

const FLIGHT = 420;
const MAX_EVENTS = 24; // more events mean a new deal, not a move

export function wantsMotion() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden;
}

/** The position of everything before the scene changes. @param {Element} root @returns {Snapshot} */
export function snapshot(root) {
  /** @type {Snapshot} */
  const found = { area: new Map(), cell: new Map(), piece: new Map(), prize: new Map() };
  for (const area of root.querySelectorAll("[data-area]")) {
    const key = /** @type {HTMLElement} */ (area).dataset.area ?? "";
    found.area.set(key, area.getBoundingClientRect());
    for (const cell of area.querySelectorAll("[data-at]")) {
      found.cell.set(`${key}@${/** @type {HTMLElement} */ (cell).dataset.at}`, cell.getBoundingClientRect());
    }
  }
  for (const piece of root.querySelectorAll("[data-ref]")) {
    const drawn = piece.querySelector(".art") ?? piece; // the first piece of a pile
    found.piece.set(/** @type {HTMLElement} */ (piece).dataset.ref ?? "", drawn.getBoundingClientRect());
  }
  // What a moment showed flies on from there.
  for (const piece of root.querySelectorAll("[data-prize]"))
    found.prize.set(/** @type {HTMLElement} */ (piece).dataset.prize ?? "", piece.getBoundingClientRect());
  return found;
}

/**
 * Animate the events, after the scene has changed.
 * @param {Element} root @param {Snapshot} before @param {SceneEvent[] | undefined} all
 */
export function animate(root, before, all) {
  // Squares and text belong to the table and do not move.
  const events = all?.filter(({ kind, piece }) => kind === "scored" || (piece && draw(piece)));
  if (!events?.length || !wantsMotion()) return;
  const overlay = document.getElementById("overlay");
  if (!overlay) return;
  const left = new Set(events.filter(({ kind }) => kind === "gone").map(({ piece, from }) => spotName(piece, from)));
  const came = new Set(events.filter(({ kind }) => kind === "appeared").map(({ piece, to }) => spotName(piece, to)));
  const turned = (/** @type {SceneEvent} */ { piece, from, to }) => {
    const name = spotName(piece, from ?? to);
    return name !== "" && left.has(name) && came.has(name);
  };
  for (const event of events.slice(0, MAX_EVENTS)) {
    const target = event.to ? find(root, event.to, event) : null;
    if (event.kind === "moved" && event.from && event.piece) {
      const start = rectOf(before, event.from, event);
      if (start && target) fly(overlay, event, start, target);
    } else if ((event.kind === "turned" || (event.kind === "appeared" && turned(event))) && target) {
      target.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
        duration: FLIGHT,
        easing: "ease-out",
      });
    } else if (event.kind === "appeared" && target) {
      appear(target, event);
    } else if (event.kind === "gone" && event.from && event.piece && !turned(event)) {
      const start = rectOf(before, event.from, event);
      if (start) vanish(overlay, event, start);
    } else if (event.kind === "scored") {
      score(root, overlay, event);
    }
  }
}

/** A kind of piece at a place. If one goes and one comes there, the piece was turned over. @param {import("./types").Piece | undefined} piece @param {Spot | undefined} spot */
function spotName(piece, spot) {
  return piece && piece.kind !== "die" && spot?.at ? `${spot.area}@${spot.at}:${piece.kind}` : "";
}

/** The element that now shows the event's piece. @param {Element} root @param {Spot} spot @param {SceneEvent} event */
function find(root, spot, event) {
  const area = root.querySelector(`[data-area="${CSS.escape(spot.area)}"]`);
  if (!area) return null;
  const place = spot.at ? area.querySelector(`[data-at="${spot.at}"]`) : area;
  const kind = event.piece?.kind;
  const candidates = [...(place ?? area).querySelectorAll(kind ? `.piece.${CSS.escape(kind)}` : ".piece")];
  const name = nameOf(event, spot);
  const exact = candidates.filter((node) => /** @type {HTMLElement} */ (node).dataset.ref?.split("|")[1] === name);
  return exact.at(-1) ?? candidates.at(-1) ?? place ?? area;
}

/** @param {Snapshot} before @param {Spot} spot @param {SceneEvent} event */
function rectOf(before, spot, event) {
  const shown = event.piece && before.prize.get(looks(event.piece));
  if (shown) return shown;
  const name = nameOf(event, spot);
  for (const [ref, rect] of before.piece) {
    const [area, piece] = ref.split("|");
    if (area === spot.area && piece === name) return rect;
  }
  return (spot.at && before.cell.get(`${spot.area}@${spot.at}`)) ?? before.area.get(spot.area);
}

/** The name of a piece there, as in selection.js. @param {SceneEvent} event @param {Spot} spot */
function nameOf({ piece }, spot) {
  if (!piece) return "";
  return spot.at ? `${spot.at.join(",")}:${piece.kind}` : looks(piece);
}

/** @param {HTMLElement} overlay @param {SceneEvent} event @param {DOMRect} rect @param {{ width: number, height: number }} size */
function ghost(overlay, event, rect, size) {
  const svg = event.piece ? draw({ ...event.piece, count: event.count ?? 1 }) : "";
  if (!svg) return null;
  const node = h("div.ghost", null, drawing(svg));
  const width = Math.min(size.width, 90);
  const height = Math.min(size.height, 126);
  node.style.width = `${width}px`;
  node.style.height = `${height}px`;
  node.style.left = `${rect.left + (rect.width - width) / 2}px`;
  node.style.top = `${rect.top + (rect.height - height) / 2}px`;
  overlay.appendChild(node);
  return node;
}

/** @param {HTMLElement} overlay @param {SceneEvent} event @param {DOMRect} start @param {Element} target */
function fly(overlay, event, start, target) {
  const end = target.getBoundingClientRect();
  const node = ghost(overlay, event, start, end);
  if (!node) return;
  const dx = end.left + end.width / 2 - (start.left + start.width / 2);
  const dy = end.top + end.height / 2 - (start.top + start.height / 2);
  const scale = Math.min(Math.max(start.width / (end.width || 1), 0.4), 2.5); // hands and boards draw pieces at different sizes
  if (isNew(target, event))
    target.animate([{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], { duration: FLIGHT });
  node
    .animate(
      [
        { transform: `scale(${scale})` },
        { transform: `translate(${dx / 2}px, ${dy / 2 - 14}px) scale(${1.08 * Math.sqrt(scale)})` },
        { transform: `translate(${dx}px, ${dy}px)` },
      ],
      {
        duration: FLIGHT,
        easing: "ease-in-out",
      },
    )
    .finished.finally(() => node.remove());
}

/** Did the whole pile come with this event? @param {Element} target @param {SceneEvent} event */
function isNew(target, event) {
  return Number(/** @type {HTMLElement} */ (target).dataset.pile ?? 1) <= (event.count ?? 1);
}

/** Dice roll, piles pulse, and other pieces grow in. @param {Element} target @param {SceneEvent} event */
function appear(target, event) {
  if (!isNew(target, event)) {
    target.animate([{ transform: "scale(1.15)" }, { transform: "none" }], {
      duration: FLIGHT / 1.5,
      easing: "ease-out",
    });
    return;
  }
  const from = event.piece?.kind === "die" ? "rotate(-200deg) scale(.5)" : "scale(.6)";
  target.animate(
    [
      { opacity: 0, transform: from },
      { opacity: 1, offset: 0.4 },
      { opacity: 1, transform: "none" },
    ],
    { duration: FLIGHT, easing: "ease-out" },
  );
}

/** @param {HTMLElement} overlay @param {SceneEvent} event @param {DOMRect} start */
function vanish(overlay, event, start) {
  const node = ghost(overlay, event, start, start);
  node
    ?.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(.5)" }], { duration: FLIGHT, easing: "ease-in" })
    .finished.finally(() => node.remove());
}

/** @param {Element} root @param {HTMLElement} overlay @param {SceneEvent} event */
function score(root, overlay, event) {
  const panel =
    root.querySelector(`[data-seat="${event.seat}"] .score`) ?? root.querySelector(`[data-seat="${event.seat}"]`);
  if (!panel || !event.by) return;
  const rect = panel.getBoundingClientRect();
  const node = h("div.gain", null, `${event.by > 0 ? "+" : ""}${event.by}`);
  node.style.left = `${rect.left + rect.width / 2}px`;
  node.style.top = `${rect.top}px`;
  overlay.appendChild(node);
  node
    .animate(
      [{ opacity: 0, transform: "translateY(8px)" }, { opacity: 1 }, { opacity: 0, transform: "translateY(-26px)" }],
      { duration: 1100 },
    )
    .finished.finally(() => node.remove());
}
