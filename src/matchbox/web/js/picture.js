// Pictures on rules pages and on the pages of boxes: a scene as a table to look at.

import { games } from "./api.js";
import { h, update } from "./dom.js";
import { t, words } from "./i18n.js";
import { Plan } from "./plan.js";
import { feltStyle, stage } from "./stage.js";
import { textWidth } from "./text.js";

/** @typedef {import("./types").Picture} Picture */

/** Heights of a picture, as parts of its width: the first in which everything has room. A phone shows tall ones. */
const FLAT = [0.62, 0.74, 0.86, 1];
const TALL = [1.1, 1.25, 1.4, 1.6, 1.8, 2];
const NARROW = 560;
/** A picture is at most this high only to show piles beside the game as well: a phone shows it as a whole. */
const TALLEST = 1.4;
/** Of a field that is seen from above: its least height, as a part of its width. */
const FLATTEST = 0.5;
/** How often parts that are too large get smaller. */
const TRIES = 12;

/**
 * Draw the pictures of a page that is in the document: their size follows from the room they have.
 * @param {Element} page @param {Record<string, Picture>} pictures @param {string} game the id of the game, empty for a box
 */
export async function drawPictures(page, pictures, game) {
  const all = await games().catch(() => []);
  const info = all.find((one) => one.id === game) ?? null;
  for (const place of page.querySelectorAll("[data-picture]")) {
    const picture = pictures[place.getAttribute("data-picture") ?? ""];
    if (picture && place instanceof HTMLElement) draw(place, picture, info);
  }
}

/** @param {HTMLElement} place @param {Picture} picture @param {import("./types").GameInfo | null} game */
function draw(place, picture, game) {
  place.querySelector(".drawn")?.remove();
  const drawn = h("span.drawn.table", {
    inert: true,
    "aria-hidden": "true", // the text beside it tells it in words
    style: { "--h": game?.theme.hue, ...feltStyle(game) },
  });
  place.prepend(drawn);
  const w = place.clientWidth;
  const state = stateOf(picture, game?.id ?? "");
  const drawAt = (/** @type {number} */ part) => {
    const view = { w, h: Math.round(part * w), bare: true };
    const plan = new Plan(textWidth);
    drawn.style.height = `${view.h}px`;
    update(drawn, [stage(picture.scene, state, { view, plan })]);
    drawn.dataset.mode = plan.solution?.mode;
    for (let tries = 0; tries < TRIES && plan.shrink(drawn); tries++)
      update(drawn, [stage(picture.scene, state, { view, plan })]);
    return { tight: isTight(drawn), whole: !plan.hidden.size };
  };
  let incomplete = 0;
  for (const part of w < NARROW ? TALL : FLAT) {
    const { tight, whole } = drawAt(part);
    if (!tight && whole && part <= TALLEST) return;
    if (!tight) incomplete ||= part;
    if (incomplete && part >= TALLEST) break;
  }
  if (incomplete) drawAt(incomplete);
}

/** Does anything leave its place, cover a plate, or become too flat to see? @param {HTMLElement} drawn */
function isTight(drawn) {
  const places = /** @type {HTMLElement[]} */ ([...drawn.querySelectorAll("[data-place], .tray")]);
  const boxes = [...places, ...drawn.querySelectorAll(".strip")].map((node) => node.getBoundingClientRect());
  const plates = [...drawn.querySelectorAll(".seats > *")].map((node) => node.getBoundingClientRect());
  const fields = /** @type {HTMLElement[]} */ ([...drawn.querySelectorAll(".field")]);
  return (
    fields.some((node) => node.clientHeight < FLATTEST * node.clientWidth) ||
    places.some((node) => node.scrollHeight > node.clientHeight + 2 || node.scrollWidth > node.clientWidth + 2) ||
    plates.some((plate) => boxes.some((box) => isCovered(plate, box)))
  );
}

/** @param {DOMRect} a @param {DOMRect} b */
const isCovered = (a, b) =>
  Math.min(a.right, b.right) > Math.max(a.left, b.left) + 2 &&
  Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top) + 2;

/** A window over the table with areas to look at. @param {string} title @param {import("./types").Area[]} areas @param {import("./types").GameInfo | null} game */
export function openAreas(title, areas, game) {
  const place = h("div.example");
  const notes = areas.map(({ note }) => words(note)).filter(Boolean);
  const dialog = h(
    "dialog.window.of-areas",
    { "aria-label": title, onclose: () => dialog.remove() },
    h(
      "div.head",
      null,
      h("p", null, title),
      h("button.close", { type: "button", onclick: () => dialog.close() }, t("Back to the table")),
    ),
    h("div.rules", null, place, h("p", null, notes.join(" · "))),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.appendChild(dialog);
  dialog.showModal();
  draw(place, { scene: { prompt: "", areas } }, game);
}

/** As much of a table as its stage needs. @param {Picture} picture @param {string} game @returns {import("./types").State} */
function stateOf({ scene, seat = -1, names = [] }, game) {
  const seats = names.map((name) => ({ name, kind: "person", present: true }));
  const table = { id: "", game, name: "", options: {}, seats, started: true, over: false };
  return /** @type {any} */ ({ seat, scene, table, scores: [], acting: [], your_turn: false });
}
