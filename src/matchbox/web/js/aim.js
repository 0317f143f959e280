// Aiming at a point of a plane: which points are near, in reach and free, and what a blast there would hit. Pure functions.

/** @typedef {import("./types").Aim} Aim */
/** @typedef {import("./types").Piece} Piece */

/** The coordinate and action nearest to a point. @param {Aim} aim @param {number} wanted */
export function nearest(aim, wanted) {
  return aim.ids.reduce((best, one) => (Math.abs(one[0] - wanted) < Math.abs(best[0] - wanted) ? one : best));
}

/** The middle of a piece. @param {Piece} piece @returns {[number, number]} */
export const middleOf = ({ at = [0, 0], span = [1, 1] }) => [at[0] + span[0] / 2, at[1] + span[1] / 2];

/** The whole point nearest to a wish that is in reach, on the plane and free. @param {Aim} aim @param {number} x @param {number} y @param {readonly Piece[]} others @param {[number, number]} size @returns {[number, number]} */
export function legalPoint(aim, x, y, others, size) {
  const fixed = aim.axis === "row" ? (aim.fixed ?? null) : null;
  const side = aim.piece?.span?.[0] ?? 0;
  const [least, most] = [side / 2, (/** @type {number} */ n) => n - side / 2];
  const inside = (/** @type {number} */ px, /** @type {number} */ py) =>
    px >= least &&
    py >= least &&
    px <= most(size[0]) &&
    py <= most(size[1]) &&
    (fixed === null || px === fixed) &&
    (!aim.reach || !aim.origin || (px - aim.origin[0]) ** 2 + (py - aim.origin[1]) ** 2 <= aim.reach ** 2);
  const free = (/** @type {number} */ px, /** @type {number} */ py) =>
    !side ||
    others.every((piece) => {
      const [ox, oy] = middleOf(piece);
      return Math.abs(ox - px) >= side || Math.abs(oy - py) >= side;
    });
  let best = /** @type {[number, number]} */ ([Math.round(x), Math.round(y)]);
  let far = Infinity;
  const [cx, cy, r] = aim.origin && aim.reach ? [...aim.origin, aim.reach] : [x, y, 30];
  for (let px = Math.floor(cx - r); px <= cx + r; px++)
    for (let py = Math.floor(cy - r); py <= cy + r; py++) {
      const distance = (px - x) ** 2 + (py - y) ** 2;
      if (distance < far && inside(px, py) && free(px, py)) {
        far = distance;
        best = [px, py];
      }
    }
  return best;
}

/** The pieces whose middle is in the square around a point. @template {{ piece: Piece }} T @param {Aim} aim @param {number} x @param {number} y @param {T[]} pieces */
export function hitBy(aim, x, y, pieces) {
  const half = (aim.blast ?? 0) / 2;
  if (!half) return [];
  return pieces.filter(({ piece }) => {
    const [px, py] = middleOf(piece);
    return Math.abs(px - x) <= half && Math.abs(py - y) <= half;
  });
}
