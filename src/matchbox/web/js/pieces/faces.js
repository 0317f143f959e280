// Faces of the seats: the initial of a person, or a bot with the temperament of its level.

import { CREAM, INK, escape, label, mark, paint } from "./paint.js";

/** Head, eyes, mouth and what it wears, around (23, 23) on a disc. @type {Record<string, (ink: string) => string>} */
const TEMPERS = {
  random: (ink) =>
    head(ink) +
    '<g transform="rotate(14 24 7.5)"><rect x="19.5" y="3" width="9" height="9" rx="2" fill="#fff6e6"/><circle cx="22" cy="5.5" r="1" fill="#cf2e18"/><circle cx="24" cy="7.5" r="1" fill="#cf2e18"/><circle cx="26" cy="9.5" r="1" fill="#cf2e18"/></g>' +
    strokes("M14.8 19.8l4.4 4.4M19.2 19.8l-4.4 4.4M15 29c1.5-2.2 3-2.2 4.2 0s2.8 2.2 4.2 0 2.7-2.2 4.2 0 2.2 1 3 0") +
    `<circle cx="29" cy="22" r="3.7" fill="${INK}"/><circle cx="30.2" cy="20.8" r="1.2" fill="#fff"/>`,
  novice: (ink) =>
    head(ink) +
    '<path d="M23 14V9" stroke="#2f6b3f" stroke-width="1.8"/><path d="M23 9.5C18 9.5 15.5 7 15 3.5c4.5-.5 7.5 1.5 8 6zM23 9.5c0-4 2.5-6.5 7-6.5 0 4-2.5 6.5-7 6.5z" fill="#7cc66b"/>' +
    wideEye(17) +
    wideEye(29) +
    `<ellipse cx="23" cy="29" rx="2" ry="2.3" fill="${INK}"/>`,
  casual: (ink) =>
    head(ink) +
    `<path d="M9.5 21C9.5 4 36.5 4 36.5 21" fill="none" stroke="${INK}" stroke-width="2.6"/><rect x="6.5" y="18" width="5.6" height="10" rx="2.6" fill="${INK}"/><rect x="33.9" y="18" width="5.6" height="10" rx="2.6" fill="${INK}"/>` +
    strokes("M14.8 22.5c1.2-1.6 3.4-1.6 4.6 0M26.6 22.5c1.2-1.6 3.4-1.6 4.6 0M17.5 27.5c2.5 3.2 8.5 3.2 11 0"),
  club: (ink) =>
    head(ink) +
    antenna() +
    `<path d="M23 35.5l-6.5-3v6.5zM23 35.5l6.5-3v6.5z" fill="#cf2e18"/>` +
    strokes("M12 21.5h2M21.6 21.5c.8-1 2-1 2.8 0M32 21.5h2M19.5 29h7") +
    `<circle cx="17.6" cy="21.8" r="4" fill="#fff" stroke="${INK}" stroke-width="1.7"/><circle cx="28.4" cy="21.8" r="4" fill="#fff" stroke="${INK}" stroke-width="1.7"/><circle cx="17.9" cy="22" r="1.5" fill="${INK}"/><circle cx="28.1" cy="22" r="1.5" fill="${INK}"/>`,
  expert: (ink) =>
    head(ink) +
    '<path d="M23.5 2c.5 3 4 4.5 4 8.3a4.5 4.5 0 0 1-9 0c0-2.6 2-3.5 2.6-5.6 1 .7 1.5 1.5 1.7 2.5.8-1.5 1-3.2.7-5.2z" fill="#ffb31f"/><path d="M23.3 8c.4 1.5 1.8 2 1.8 3.5a2.1 2.1 0 0 1-4.2 0c0-1.3.9-1.7 1.2-2.8.6.3.8.7.9 1.2.3-.6.5-1.2.3-1.9z" fill="#fff1c2"/>' +
    strokes("M13.5 18.3l6.5 2.4M32.5 18.3l-6.5 2.4M19 29.3c3.5.6 6-.4 8.5-2.3") +
    `<path d="M14.5 22.3h6v1.2a2.6 2.6 0 0 1-6 0zM25.5 22.3h6v1.2a2.6 2.6 0 0 1-6 0z" fill="${INK}"/><circle cx="18.3" cy="23.3" r=".9" fill="#ffb31f"/><circle cx="27.7" cy="23.3" r=".9" fill="#ffb31f"/>`,
  perfect: () =>
    '<ellipse cx="23" cy="7.5" rx="9" ry="3.2" fill="none" stroke="#ffb31f" stroke-width="2.2"/>' +
    `<rect x="10.5" y="13.5" width="25" height="20" rx="7" fill="${INK}"/><rect x="7.5" y="20" width="3" height="7" rx="1.5" fill="${INK}"/><rect x="35.5" y="20" width="3" height="7" rx="1.5" fill="${INK}"/>` +
    '<path d="M14.5 22c1.4 1.9 4.4 1.9 5.8 0M25.7 22c1.4 1.9 4.4 1.9 5.8 0M20 28.3c1.8 1.2 4.2 1.2 6 0" fill="none" stroke="#ffb31f" stroke-width="1.9" stroke-linecap="round"/><path d="M23 15.5l1.7 2-1.7 2-1.7-2z" fill="#ffb31f"/>',
};

/** @param {string} ink */
const head = (ink) =>
  `<rect x="7.5" y="20" width="4" height="7" rx="1.5" fill="${ink}"/><rect x="34.5" y="20" width="4" height="7" rx="1.5" fill="${ink}"/><rect x="10.5" y="14" width="25" height="19.5" rx="6" fill="${CREAM}"/>`;

/** @param {string} path */
const strokes = (path) =>
  `<path d="${path}" fill="none" stroke="${INK}" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>`;

/** @param {number} x */
const wideEye = (x) =>
  `<circle cx="${x}" cy="21.5" r="4.3" fill="#fff" stroke="${INK}" stroke-width="1.3"/><circle cx="${x + 0.6}" cy="20.6" r="2.1" fill="${INK}"/>`;

const antenna = () =>
  `<path d="M23 14V9" stroke="${CREAM}" stroke-width="2"/><circle cx="23" cy="7" r="2.8" fill="#ffb31f"/>`;

/** An ordinary bot. @param {string} ink */
const plainBot = (ink) =>
  head(ink) +
  antenna() +
  `<circle cx="18" cy="22" r="2" fill="${INK}"/><circle cx="28" cy="22" r="2" fill="${INK}"/>` +
  strokes("M19 28.5h8");

/**
 * The face of a seat, with the shape of its colour.
 * @param {{ name?: string, bot?: boolean, level?: string, colour?: string }} seat
 */
export function seatFace({ name = "", bot = false, level = "", colour = "" }) {
  const coloured = paint(colour).mark !== "";
  const { fill, hi, deep, ink } = coloured
    ? paint(colour)
    : { fill: "#5b5f6b", hi: "#878b97", deep: "#2d2f37", ink: "#fff" };
  const inside = bot ? (TEMPERS[level] ?? plainBot)(deep) : label(initial(name), 23, 23.8, 22, ink);
  const sign = coloured
    ? `<circle cx="38.5" cy="38.5" r="9.5" fill="#fff"/><circle cx="38.5" cy="38.5" r="9.5" fill="none" stroke="#000" stroke-opacity=".25"/>${mark(colour, 38.5, 38.5, 0.58, colour === "white" ? ink : deep)}`
    : "";
  return (
    `<svg class="pic" viewBox="0 0 48 48" role="img" aria-label="${escape(name)}" focusable="false">` +
    `<circle cx="23" cy="23" r="22" fill="${fill}"/><circle cx="23" cy="23" r="22" fill="url(#mb-gloss)"/><circle cx="23" cy="23" r="21" fill="none" stroke="${coloured ? "#fff" : hi}" stroke-opacity=".55" stroke-width="2"/>${inside}${sign}</svg>`
  );
}

/** @param {string} name */
const initial = (name) => ([...name.trim()][0] ?? "?").toLocaleUpperCase();
