// Forms for compound choices, such as a bid of several chips. Only the combinations in `rows` are legal.

import { firstValues, pieceRefs, rowOf } from "./selection.js";
import { drawing, h } from "./dom.js";
import { t, words } from "./i18n.js";
import { draw, isWordy } from "./pieces.js";

/** @typedef {import("./types").Form} Form */
/** @typedef {import("./types").Part} Part */
/** @typedef {import("./types").Piece} Piece */

/**
 * The values set so far, by decision. They survive updates that leave the decision open.
 * @type {Map<string, number[]>}
 */
const drafts = new Map();

/** Forget the drafts of earlier decisions. @param {string} decision */
export function dropOldDrafts(decision) {
  for (const name of drafts.keys()) if (!name.startsWith(decision)) drafts.delete(name);
}

/** @param {string} decision @param {Form} form @param {number} index */
function values(decision, form, index) {
  const name = `${decision}#${index}`;
  let found = drafts.get(name);
  if (!found || found.length !== form.parts.length) drafts.set(name, (found = firstValues(form)));
  return found;
}

/**
 * @param {Form} form @param {number} index @param {string} decision
 * @param {{ submit: (action: number) => void, redraw: () => void }} on
 */
export function formNode(form, index, decision, on) {
  const now = values(decision, form, index);
  const found = rowOf(form, now);
  const touched = firstValues(form).some((value, i) => value !== now[i]);
  const change = (/** @type {number} */ part, /** @type {number} */ value) => {
    now[part] = value;
    on.redraw();
  };
  return h(
    "form.compound",
    {
      key: `form${index}`,
      "aria-label": words(form.title) || t("Your choice"),
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (found >= 0) on.submit(form.rows[found][now.length]);
      },
    },
    form.title ? h("p.form-title", null, words(form.title)) : null,
    h(
      "div.parts",
      null,
      form.parts.map((part, i) =>
        (part.kind === "choice" ? choicePart : counterPart)(part, now[i], allowedValues(form, now, i), (value) =>
          change(i, value),
        ),
      ),
    ),
    h(
      "div.send",
      null,
      h(
        "p.note",
        { "aria-live": "polite" },
        found >= 0 ? words(form.notes?.[found]) : touched ? t("This combination is not legal.") : "",
      ),
      h(
        "button.primary",
        { type: "submit", key: `submit${index}`, disabled: found < 0 },
        words(form.submit) || t("Confirm"),
      ),
    ),
  );
}

/** The values of a part that go with the choices in earlier parts. @param {Form} form @param {number[]} now @param {number} part */
function allowedValues(form, now, part) {
  const rows = form.rows.filter((row) =>
    form.parts.every((p, i) => i >= part || p.kind !== "choice" || row[i] === now[i]),
  );
  return new Set(rows.map((row) => row[part]));
}

/** @param {Part} part @param {number} value @param {Set<number>} allowed @param {(value: number) => void} change */
function counterPart(part, value, allowed, change) {
  const place = part.values.indexOf(value);
  const name = words(part.label) || words(part.name);
  const text = words(part.labels?.[place]) || String(value);
  const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ what) => {
    const next = part.values[place + by];
    const most = next === undefined || (by > 0 && next > Math.max(...allowed));
    return h(
      "button.step",
      { type: "button", key: `${part.name}${sign}`, disabled: most, "aria-label": what, onclick: () => change(next) },
      sign,
    );
  };
  return h(
    "div.counter",
    { role: "group", "aria-label": name, key: `part:${part.name}` },
    step(-1, "−", t("fewer: {what}", { what: name })),
    h(
      "span.amount",
      { class: value ? "some" : "none" },
      part.piece && draw(part.piece)
        ? drawing(draw({ ...part.piece, count: Math.max(value, 1) }))
        : h("span.name", null, name),
      h("output", { "aria-label": `${name}: ${text}` }, text),
    ),
    step(1, "+", t("more: {what}", { what: name })),
  );
}

/** @param {Part} part @param {number} value @param {Set<number>} allowed @param {(value: number) => void} change */
function choicePart(part, value, allowed, change) {
  const name = words(part.label) || words(part.name);
  return h(
    "div.options",
    { role: "group", "aria-label": name, key: `part:${part.name}` },
    part.values.map((one, i) => {
      const piece = part.pieces?.[i];
      const art = piece && !isWordy(piece) ? draw(piece) : "";
      const text = words(part.labels?.[i]) || words(piece?.text) || String(one);
      return h(
        "button.option",
        {
          type: "button",
          key: `${part.name}=${one}`,
          "aria-pressed": one === value ? "true" : "false",
          "aria-label": text,
          disabled: !allowed.has(one),
          onclick: () => change(one),
        },
        art ? drawing(art, piece?.kind) : null,
        art && part.values.length > 8 ? null : h("span", null, text),
      );
    }),
  );
}

/**
 * A click on a piece raises its counter by one, or from the maximum back to zero.
 * @param {Form[] | undefined} forms @param {Piece} piece @param {string} decision
 * @returns {(() => void) | null}
 */
export function counterClick(forms, piece, decision) {
  for (const [index, form] of (forms ?? []).entries()) {
    const part = form.parts.findIndex((p) => p.kind === "counter" && p.piece && same(p.piece, piece));
    if (part < 0) continue;
    return () => {
      const now = values(decision, form, index);
      const list = form.parts[part].values;
      now[part] = list[(list.indexOf(now[part]) + 1) % list.length];
    };
  }
  return null;
}

/**
 * The player's pieces that a click adds to a form: an area that holds exactly what the form counts.
 * @param {import("./types").Scene} scene @param {number} seat
 */
export function countablePieces(scene, seat) {
  /** @type {Set<string>} */
  const found = new Set();
  const all = pieceRefs(scene);
  let from = 0;
  for (const area of scene.areas ?? []) {
    const here = all.slice(from, (from += area.pieces?.length ?? 0));
    if (area.seat !== seat) continue;
    for (const form of scene.forms ?? []) {
      const counters = form.parts.filter((part) => part.kind === "counter" && part.piece);
      const matching = counters.map((part) =>
        here.filter(({ piece }) => same(/** @type {Piece} */ (part.piece), piece)),
      );
      const fits =
        counters.length > 0 &&
        counters.every((part, i) => Math.max(...part.values) === sum(matching[i].map(({ piece }) => piece.count ?? 1)));
      if (fits) for (const { ref } of matching.flat()) found.add(ref);
    }
  }
  return found;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

/** @param {Piece} a @param {Piece} b */
function same(a, b) {
  return (
    a.kind === b.kind && (a.colour ?? "") === (b.colour ?? "") && (a.symbol ?? "") === (b.symbol ?? "") && !b.hidden
  );
}
