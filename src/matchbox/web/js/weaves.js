// The printed pattern of a game: small and faint on its table, large on the label of its box.

/** @typedef {import("./types").Theme["weave"]} Weave */

/** @param {number} n @param {(i: number) => string} make */
const times = (n, make) => Array.from({ length: n }, (_, i) => make(i)).join("");

/** Seamless tiles: width, height and white lines. Fills are half as strong. @type {Record<Weave, [number, number, string]>} */
const TILES = {
  rays: [
    160,
    160,
    times(
      16,
      (i) =>
        `<path d="M80 ${80 - (i % 2 ? 26 : 18)}V${80 - (i % 2 ? 62 : 44)}" transform="rotate(${i * 22.5} 80 80)"/>`,
    ) +
      '<circle cx="80" cy="80" r="4"/><circle cx="0" cy="0" r="4"/><circle cx="160" cy="0" r="4"/><circle cx="0" cy="160" r="4"/><circle cx="160" cy="160" r="4"/>',
  ],
  bricks: [64, 40, '<path d="M0 1h64M0 21h64M16 1v20M48 21v20"/>'],
  cheese: [
    120,
    110,
    '<circle cx="28" cy="30" r="17"/><circle cx="86" cy="20" r="8"/><circle cx="92" cy="72" r="21"/><circle cx="36" cy="84" r="9"/><circle cx="58" cy="56" r="4.5"/>',
  ],
  waves: [60, 26, '<path d="M0 13c10-13 20-13 30 0s20 13 30 0"/>'],
  diamonds: [56, 84, '<path d="M28 0 56 42 28 84 0 42z"/><path d="M28 28 37.3 42 28 56 18.7 42z"/>'],
  steps: [80, 60, '<path d="M0 59h20V44h20V29h20V14h20V-1"/>'],
  stripes: [48, 48, '<path d="M-12 36 36-12M-12 60 60-12M0 72 72 0M12 60 60 12"/>'],
  petals: [
    70,
    70,
    '<path d="M35 35c-14-6-14-24 0-28 14 4 14 22 0 28zm0 0c6-14 24-14 28 0-4 14-22 14-28 0zm0 0c14 6 14 24 0 28-14-4-14-22 0-28zm0 0c-6 14-24 14-28 0 4-14 22-14 28 0z"/>',
  ],
  checks: [72, 72, '<path d="M0 0h36v36H0zM36 36h36v36H36z" fill="#fff" stroke="none"/>'],
  stars: [
    110,
    110,
    '<path d="M30 14l4.5 11.5L46 30l-11.5 4.5L30 46l-4.5-11.5L14 30l11.5-4.5zM82 70l3 8 8 3-8 3-3 8-3-8-8-3 8-3z"/><circle cx="82" cy="22" r="1.8"/><circle cx="24" cy="84" r="2.2"/><circle cx="56" cy="62" r="1.4"/>',
  ],
  tunnels: [
    96,
    80,
    '<path d="M4 80V36a20 20 0 0 1 40 0v44M14 80V38a10 10 0 0 1 20 0v42M52 40V0M92 40V0M62 40V0M82 40V0M52 80v-4a20 20 0 0 1 40 0v4M62 80v-2a10 10 0 0 1 20 0v2"/>',
  ],
  hexes: [60, 103.92, '<path d="M30 0 60 17.32v34.64L30 69.28 0 51.96V17.32zM30 69.28v34.64"/>'],
  camo: [
    120,
    90,
    '<path d="M8 22c8-16 26-14 34-6s22-4 30 6-6 22-22 18-18 4-28 2S2 34 8 22zM66 66c10-10 30-8 38 0s12 16 0 18-44 0-46-6 2-6 8-12z" fill="#fff" stroke="none"/><path d="M92 26q5-6 10 0M28 70q5-6 10 0"/>',
  ],
  sparks: [
    90,
    90,
    '<path d="M22 8v10M22 26v10M8 22h10M26 22h10M66 54v6M66 72v6M54 66h6M72 66h6M58 58l4 4M70 70l4 4M74 58l-4 4M62 70l-4 4"/>',
  ],
  arrows: [70, 70, '<path d="M12 46 34 24M20 24h14v14M47 81l22-22M55 59h14v14M47 11 69-11M-23 81l22-22"/>'],
  fog: [
    140,
    60,
    '<path d="M10 12h60M84 12h34M-20 32h70M64 32h46M30 52h26M70 52h60" stroke-linecap="round" stroke-width="5"/><path d="M120 32h70" stroke-linecap="round" stroke-width="5"/>',
  ],
  planks: [
    120,
    56,
    '<path d="M0 .8h120M0 28.8h120M34 1v28M94 29v27M10 15c12-4 14 4 22 0M50 12c16 5 30-4 56 2M8 44c20 5 40-5 74-1"/><circle cx="38" cy="5" r="1"/><circle cx="98" cy="34" r="1"/>',
  ],
  scales: [
    44,
    44,
    '<path d="M0 0a22 22 0 0 0 44 0M-22 22a22 22 0 0 0 44 0M22 22a22 22 0 0 0 44 0M0 44a22 22 0 0 1 0 0"/>',
  ],
};

/** A CSS image that repeats without seams, white and faint, for any hue. @param {string} name */
export function weave(name) {
  const [w, h, inside] = TILES[/** @type {Weave} */ (name)] ?? TILES.diamonds;
  const filled = inside.replaceAll('fill="#fff"', 'fill="#fff" fill-opacity=".055"');
  return image(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" fill="none" stroke="#fff" stroke-opacity=".12" stroke-width="1.5">${filled}</svg>`,
  );
}

/** @param {string} svg */
const image = (svg) => `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;

// --- labels ---

/** Thin rays around the middle of a label. @param {number} n @param {number} from @param {number} to @param {number} w */
const rays = (n, from, to, w, turn = 0) =>
  times(
    n,
    (i) =>
      `<path d="M${-w}-${from}L0-${to} ${w}-${from}z" transform="translate(100 112) rotate(${(i * 360) / n + turn})"/>`,
  );

/** @param {number} opacity @param {string} inside */
const white = (opacity, inside) => `<g fill="#fff" opacity="${opacity}">${inside}</g>`;

/** @param {number} opacity @param {string} inside */
const shade = (opacity, inside) => `<g fill="#000" opacity="${opacity}">${inside}</g>`;

/** @param {number} width @param {string} inside */
const lines = (width, inside, opacity = 0.2) =>
  `<g fill="none" stroke="#fff" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linejoin="round">${inside}</g>`;

const star = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
  `<path transform="translate(${x} ${y}) scale(${r / 10})" d="M0-10.5 2.9-3.6 10.3-3.1 4.7 1.7 6.5 9 0 5-6.5 9-4.7 1.7-10.3-3.1-2.9-3.6z"/>`;

const hexagon = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
  `M${x} ${y - r}l${r * 0.866} ${r / 2}v${r}l${-r * 0.866} ${r / 2} ${-r * 0.866} ${-r / 2}v${-r}z`;

/** One print for each pattern, 200 x 204. The pieces of the cover lie around (100, 120). @type {Record<Weave, () => string>} */
const PRINTS = {
  rays: () =>
    `<g fill="#ffd27a" opacity=".85">${rays(24, 50, 80, 1.6)}</g><g fill="#ff8f6b" opacity=".9">${rays(24, 40, 62, 1.2, 7.5)}</g>` +
    `<g fill="#ffe9bd" opacity=".8">${times(12, (i) => `<circle r="1.6" cy="-88" transform="translate(100 112) rotate(${i * 30 + 7.5})"/>`)}</g>`,
  bricks: () =>
    lines(
      3,
      times(
        9,
        (y) =>
          `<path d="M0 ${y * 26}H200"/>` + times(5, (x) => `<path d="M${x * 52 + (y % 2 ? 26 : 0)} ${y * 26}v26"/>`),
      ),
    ),
  cheese: () =>
    [[30, 60, 22], [170, 50, 15], [158, 150, 26], [40, 158, 16], [100, 190, 14], [88, 30, 10], [185, 100, 10], [14, 108, 10]] // prettier-ignore
      .map(
        ([x, y, r]) =>
          shade(0.14, `<circle cx="${x}" cy="${y}" r="${r}"/>`) +
          white(0.12, `<path d="M${x - r} ${y}a${r} ${r} 0 0 0 ${2 * r} 0 ${r} ${r * 0.86} 0 0 1-${2 * r} 0z"/>`),
      )
      .join(""),
  waves: () =>
    lines(
      5,
      times(9, (i) => `<path d="M-20 ${i * 26 + 4}c20-18 40-18 60 0s40 18 60 0 40-18 60 0 40 18 60 0"/>`),
    ),
  diamonds: () =>
    white(
      0.13,
      times(5, (x) => times(4, (y) => `<path d="M${x * 50} ${y * 68 - 34}l25 34-25 34-25-34z"/>`)),
    ) +
    lines(
      1.2,
      times(5, (x) => times(4, (y) => `<path d="M${x * 50 + 25} ${y * 68 - 24}l18 24-18 24-18-24z"/>`)),
      0.25,
    ),
  steps: () =>
    shade(0.15, '<path d="M100 70h24v22h22v22h22v24h22v66H10v-66h22v-24h22V92h22V70z"/>') +
    white(
      0.12,
      '<path d="M88 204v-90a12 12 0 0 1 24 0v90z"/><path d="M76 70h48v4H76zM54 92h92v3H54zM32 114h136v3H32zM10 138h180v3H10z"/>',
    ),
  stripes: () =>
    white(
      0.17,
      [30, 58, 90, 120, 148, 178]
        .map((y, i) => `<path d="M${-20 + i * 9} ${y}h${150 + (i % 3) * 40}l-12 7h-${150 + (i % 3) * 40}z"/>`)
        .join(""),
    ) +
    white(
      0.1,
      [44, 104, 134, 164]
        .map((y, i) => `<path d="M${60 + i * 17} ${y}h${90 + (i % 2) * 40}l-6 3h-${90 + (i % 2) * 40}z"/>`)
        .join(""),
    ),
  petals: () =>
    white(
      0.18,
      times(8, (i) => `<ellipse cx="100" cy="54" rx="26" ry="50" transform="rotate(${i * 45} 100 112)"/>`),
    ) +
    white(
      0.12,
      times(8, (i) => `<ellipse cx="100" cy="76" rx="9" ry="26" transform="rotate(${i * 45 + 22.5} 100 112)"/>`),
    ),
  checks: () =>
    shade(
      0.15,
      times(4, (y) =>
        times(2, (x) => `<rect x="${x * 100 + (y % 2 ? 50 : 0)}" y="${y * 51}" width="50" height="51"/>`),
      ),
    ),
  stars: () =>
    white(0.2, [[34, 58, 13], [168, 70, 18], [44, 168, 17], [150, 176, 10], [100, 60, 7], [16, 112, 8], [186, 132, 8], [120, 26, 6], [76, 100, 5], [132, 104, 5]].map(([x, y, r]) => star(x, y, r)).join("")) + // prettier-ignore
    white(
      0.4,
      times(
        26,
        (i) =>
          `<circle cx="${((i * 123.6) % 200).toFixed(1)}" cy="${((i * 154) % 204).toFixed(1)}" r="${i % 3 ? 0.9 : 1.4}"/>`,
      ),
    ),
  tunnels: () =>
    times(5, (i) =>
      shade(
        0.11,
        `<path d="M${6 + i * 17} 204v-${88 - i * 4}a${94 - i * 17} ${94 - i * 17} 0 0 1 ${188 - i * 34} 0v${88 - i * 4}z"/>`,
      ),
    ) +
    lines(
      2,
      times(
        5,
        (i) =>
          `<path d="M${6 + i * 17} 204v-${88 - i * 4}a${94 - i * 17} ${94 - i * 17} 0 0 1 ${188 - i * 34} 0v${88 - i * 4}"/>`,
      ),
      0.18,
    ),
  hexes: () =>
    lines(2.5, `<path d="${times(7, (y) => times(5, (x) => hexagon(x * 52 + (y % 2 ? 26 : 0), y * 45 - 20, 30)))}"/>`) +
    white(
      0.1,
      `<path d="${hexagon(52, 70, 30)}${hexagon(130, 115, 30)}${hexagon(26, 115, 30)}${hexagon(156, 160, 30)}"/>`,
    ),
  camo: () =>
    shade(
      0.16,
      '<path d="M-6 40c20-30 60-20 74 0s50-6 60 16-20 40-46 30-40 14-62 4S-20 62-6 40zM96 150c20-24 70-16 84-2s40 30 20 44-110 14-116-2-2-24 12-40z"/>',
    ) +
    white(
      0.12,
      '<path d="M120 20c16-16 50-12 64 0s30 40 6 44-34-14-50-10-32-22-20-34zM-8 132c14-16 44-10 50 6s26 18 18 40-60 20-72 2-8-36 4-48z"/>',
    ),
  sparks: () =>
    [[42, 62, 26], [160, 56, 18], [34, 156, 16], [164, 158, 28], [100, 44, 12]] // prettier-ignore
      .map(([x, y, r]) =>
        lines(
          2.2,
          times(
            8,
            (i) =>
              `<path d="M0-${r * 0.35}V-${i % 2 ? r * 0.7 : r}" transform="translate(${x} ${y}) rotate(${i * 45})" stroke-linecap="round"/>`,
          ),
          0.34,
        ),
      )
      .join(""),
  arrows: () =>
    white(
      0.15,
      times(4, (y) =>
        times(
          4,
          (x) =>
            `<path transform="translate(${x * 62 - 10 + (y % 2 ? 31 : 0)} ${y * 56 + 10})" d="M0 12h22V0l22 20-22 20V28H0z"/>`,
        ),
      ),
    ),
  fog: () =>
    white(0.14, [[-10, 40, 120], [130, 44, 60], [40, 66, 150], [-20, 94, 90], [96, 98, 90], [20, 124, 60], [110, 132, 120], [-10, 158, 130], [60, 182, 120], [-20, 188, 60]].map(([x, y, w]) => `<rect x="${x}" y="${y}" width="${w}" height="11" rx="5.5"/>`).join("")) + // prettier-ignore
    white(0.08, '<circle cx="152" cy="52" r="34"/><circle cx="152" cy="52" r="24"/>'),
  planks: () =>
    times(6, (i) => (i % 2 ? shade(0.1, `<rect y="${i * 34}" width="200" height="34"/>`) : "")) +
    lines(
      1.6,
      times(
        6,
        (i) =>
          `<path d="M0 ${i * 34}h200M${(i * 83 + 40) % 200} ${i * 34}v34M10 ${i * 34 + 18}c40-8 60 8 90 0s60-4 90 2"/>`,
      ),
      0.2,
    ),
  scales: () =>
    lines(
      2.4,
      times(8, (y) =>
        times(6, (x) => `<path d="M${x * 44 - 22 + (y % 2 ? 22 : 0)} ${y * 26 - 8}a22 26 0 0 0 44 0"/>`),
      ).replaceAll('"/><path d="', ""),
    ) +
    white(
      0.08,
      times(8, (y) =>
        times(6, (x) =>
          (x + y) % 3 ? "" : `<path d="M${x * 44 - 22 + (y % 2 ? 22 : 0)} ${y * 26 - 8}a22 26 0 0 0 44 0z"/>`,
        ),
      ),
    ),
};

/** The print on the label of a box: an SVG that covers its place. @param {string} name */
export function weaveArt(name) {
  const print = PRINTS[/** @type {Weave} */ (name)] ?? PRINTS.diamonds;
  return `<svg viewBox="0 0 200 204" width="100%" height="100%" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">${print()}</svg>`;
}
