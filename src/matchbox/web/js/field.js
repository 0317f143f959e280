// A field: a plane with a camera. It frames what matters (`Area.focus`), shows the whole plane on a small map, and can be dragged
// and zoomed. Points to aim at follow the pointer; a blast shows whom it would kill before the red button.

import { hitBy, legalPoint, middleOf } from "./aim.js";
import { drawing, h } from "./dom.js";
import { t } from "./i18n.js";
import { colourMark, draw, paint } from "./pieces.js";

/** @typedef {import("./types").Aim} Aim */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./scene.js").Interaction} Interaction */
/** @typedef {import("./selection.js").PieceRef} PieceRef */
/** Units to pixels, and the corner of the window in units. @typedef {{ k: number, x: number, y: number }} Camera */

/** Most pixels for a unit. */
const CLOSEST = 12;
/** A press that moves less than this is a click, in pixels. */
const STILL = 6;
/** Widths of a tile and of the frame around the window, in units. */
const TILE = 20;

/** Room around what is framed, in pixels: pieces that can be picked are at least this large around their middle. */
const EDGE = 20;
/** Targets are at least this far apart, in pixels, so that each can be picked. */
const APART = 16;

/** Cameras that a player has moved, by area, while the focus stays. @type {Map<string, { focus: string, camera: Camera }>} */
const moved = new Map();

/**
 * @param {import("./plan.js").Entry} entry @param {Interaction} interaction @param {number} cell @param {import("./tower.js").PieceNode} pieceNode
 * @param {{ w: number, h: number }} [room]
 */
export function field({ area, key, pieces }, interaction, cell, pieceNode, room) {
  const size = /** @type {[number, number]} */ (area.size ?? [100, 100]);
  const focus = area.focus ?? [0, 0, ...size];
  const view = room ? { w: room.w, h: room.h - (area.note ? 30 : 6) } : { w: 40 * cell, h: 40 * cell };
  const own = moved.get(key);
  const camera = own && own.focus === String(focus) ? own.camera : framed(focus, size, view);
  const aim = interaction.aims?.find((one) => one.area === key);
  const cubes = pieces.filter(({ piece }) => piece.kind === "cube");
  const variables = (/** @type {Camera} */ { k, x, y }) => ({
    "--k": k.toFixed(3),
    "--x": x.toFixed(2),
    "--y": y.toFixed(2),
  });

  /** @param {HTMLElement} node @param {Camera} next */
  const look = (node, next) => {
    const kept = clamped(next, size, view);
    Object.assign(camera, kept);
    moved.set(key, { focus: String(focus), camera });
    for (const [name, value] of Object.entries(variables(camera))) node.style.setProperty(name, value);
  };
  /** @param {HTMLElement} node @param {number} factor */
  const zoom = (node, factor) => {
    const most = Math.min(view.w / size[0], view.h / size[1]);
    const k = Math.max(most, Math.min(CLOSEST, camera.k * factor));
    const [cx, cy] = [camera.x + view.w / 2 / camera.k, camera.y + view.h / 2 / camera.k];
    look(node, { k, x: cx - view.w / 2 / k, y: cy - view.h / 2 / k });
  };
  const place = (/** @type {HTMLElement} */ node, /** @type {MouseEvent} */ event) => {
    const box = node.getBoundingClientRect();
    return /** @type {[number, number]} */ ([
      camera.x + (event.clientX - box.left) / camera.k,
      camera.y + (event.clientY - box.top) / camera.k,
    ]);
  };
  const legal = (/** @type {number} */ x, /** @type {number} */ y) =>
    aim
      ? legalPoint(
          aim,
          x,
          y,
          cubes.filter(({ piece }) => !piece.marked).map(({ piece }) => piece),
          size,
        )
      : /** @type {[number, number]} */ ([x, y]);
  const aimed = aim && interaction.aimed;
  /** Show the point, and whom a blast there would kill. @param {HTMLElement} node @param {[number, number] | null} point */
  const show = (node, point) => {
    const at = point ?? (aimed ? [aimed.x, aimed.y] : null);
    const over = node.querySelector(".aim-layer");
    if (!(over instanceof HTMLElement) || !aim) return;
    over.hidden = !at;
    const sum = node.querySelector(".sum");
    if (sum instanceof HTMLElement) sum.hidden = !at;
    const hit = at ? hitBy(aim, at[0], at[1], cubes) : [];
    const refs = new Set(hit.map(({ ref }) => ref));
    for (const spot of node.querySelectorAll(".cell"))
      spot.classList.toggle("dies", refs.has(/** @type {HTMLElement} */ (spot).dataset.who ?? ""));
    if (!at) return;
    node.style.setProperty("--aim-x", String(at[0]));
    node.style.setProperty("--aim-y", String(at[1]));
    if (sum)
      sum.replaceChildren(
        ...sumNodes(
          hit.map(({ piece }) => piece),
          interaction.mine,
        ),
      );
  };
  const choose = (/** @type {number} */ x, /** @type {number} */ y) => {
    if (!aim) return;
    const point = legal(x, y);
    interaction.point?.(aim, ...point, hitBy(aim, ...point, cubes).length);
  };

  const routes = routeNodes(key, interaction, cubes);
  const hit = aim && aimed ? hitBy(aim, aimed.x, aimed.y, cubes).map(({ piece }) => piece) : [];
  const targets = cubes.filter(
    (one) => interaction.state(one).legal?.length || (routes.length && one.piece.colour === interaction.mine),
  );
  const [map, zoomed] = corners(
    targets.map(({ piece }) => piece),
    camera,
    view,
  );

  /** @type {{ x: number, y: number, camera: Camera, pans: boolean, far: boolean } | null} */
  let press = null;
  const node = h(
    "div.board.field",
    {
      key: "field",
      class: aim ? "aiming" : "",
      tabindex: aim ? 0 : null,
      role: aim ? "application" : null,
      "aria-label": aim ? t("Arrow keys move the point, Enter confirms it") : null,
      "data-legal": aim ? aim.ids.map(([, action]) => action).join(" ") : null,
      style: {
        width: px(view.w),
        height: px(view.h),
        ...variables(camera),
        "--columns": size[0],
        "--rows": size[1],
        "--vw": view.w.toFixed(0),
        "--vh": view.h.toFixed(0),
        "--tile": TILE,
        "--side": aim?.blast || aim?.piece?.span?.[0] || 4,
        ...(aimed ? { "--aim-x": aimed.x, "--aim-y": aimed.y } : {}),
      },
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        if (event.button || !(event.target instanceof Element) || event.target.closest("button, .map")) return;
        const root = /** @type {HTMLElement} */ (event.currentTarget);
        const [x, y] = place(root, event);
        const half = (aim?.blast || 8) / 2;
        const grabs = aim && aimed && Math.abs(x - aimed.x) <= half && Math.abs(y - aimed.y) <= half;
        press = { x: event.clientX, y: event.clientY, camera: { ...camera }, pans: !grabs, far: false };
        if (event.isTrusted) root.setPointerCapture(event.pointerId);
      },
      onpointermove: (/** @type {PointerEvent} */ event) => {
        const root = /** @type {HTMLElement} */ (event.currentTarget);
        if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL) press.far = true;
        if (press?.far && press.pans) {
          const { k } = press.camera;
          look(root, {
            k,
            x: press.camera.x - (event.clientX - press.x) / k,
            y: press.camera.y - (event.clientY - press.y) / k,
          });
        } else if (aim && (press?.far || (event.pointerType === "mouse" && !aimed)))
          show(root, legal(...place(root, event)));
      },
      onpointerup: (/** @type {PointerEvent} */ event) => {
        const root = /** @type {HTMLElement} */ (event.currentTarget);
        const was = press;
        press = null;
        if (was && aim && (!was.far || !was.pans)) choose(...place(root, event));
      },
      onpointercancel: () => {
        press = null;
      },
      onpointerleave: (/** @type {PointerEvent} */ event) =>
        !press && show(/** @type {HTMLElement} */ (event.currentTarget), null),
      onwheel: (/** @type {WheelEvent} */ event) => {
        event.preventDefault();
        zoom(/** @type {HTMLElement} */ (event.currentTarget), event.deltaY < 0 ? 1.2 : 1 / 1.2);
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (!aim || !step || event.target !== event.currentTarget) return;
        event.preventDefault();
        event.stopPropagation();
        const [x, y] = aimed ? [aimed.x, aimed.y] : (aim.origin ?? [size[0] / 2, size[1] / 2]);
        choose(x + step[0], y + step[1]);
      },
    },
    h(
      "div.clip",
      { key: "clip" },
      drawing(ground(size), "world"),
      drawing(
        marks(
          pieces.map(({ piece }) => piece),
          aim,
          size,
        ),
        "marks",
      ),
      parted(cubes, targets, camera.k).map((one) => cellNode(one, interaction, pieceNode)),
      routes,
      aim ? aimLayer(aim, aimed ?? null) : null,
    ),
    aim?.blast
      ? h("p.sum", { key: "sum", "aria-hidden": "true", hidden: !aimed }, sumNodes(hit, interaction.mine))
      : null,
    h("span.scale", { key: "scale", "aria-hidden": "true" }, t("one tile")),
    mapNode(size, cubes, map, (x, y) => {
      const root = document.querySelector(`[data-area="${CSS.escape(key)}"] .field`);
      if (root instanceof HTMLElement)
        look(root, { k: camera.k, x: x - view.w / 2 / camera.k, y: y - view.h / 2 / camera.k });
    }),
    h(
      "span.zoom",
      { key: "zoom", class: zoomed || "away" },
      [1.35, 1 / 1.35].map((factor) =>
        h(
          "button",
          {
            type: "button",
            key: `zoom${factor > 1 ? "in" : "out"}`,
            "aria-label": factor > 1 ? t("Zoom in") : t("Zoom out"),
            onclick: (/** @type {MouseEvent} */ event) => {
              const root = /** @type {HTMLElement} */ (event.currentTarget).closest(".field");
              if (root instanceof HTMLElement) zoom(root, factor);
            },
          },
          factor > 1 ? "+" : "−",
        ),
      ),
    ),
  );
  if (aimed) {
    const dying = new Set(hitBy(/** @type {Aim} */ (aim), aimed.x, aimed.y, cubes).map(({ ref }) => ref));
    for (const spot of node.querySelectorAll(".cell"))
      spot.classList.toggle("dies", dying.has(/** @type {HTMLElement} */ (spot).dataset.who ?? ""));
  }
  return node;
}

/** The camera that frames a rectangle. @param {readonly number[]} focus @param {[number, number]} size @param {{ w: number, h: number }} view @returns {Camera} */
export function framed([x, y, w, tall], size, view) {
  const k = Math.min(CLOSEST, (view.w - 2 * EDGE) / w, (view.h - 2 * EDGE) / tall);
  return clamped({ k, x: x + w / 2 - view.w / 2 / k, y: y + tall / 2 - view.h / 2 / k }, size, view);
}

/** The window stays on the plane where the plane is larger, and shows whole pieces at its edge. @param {Camera} camera @param {[number, number]} size @param {{ w: number, h: number }} view @returns {Camera} */
function clamped({ k, x, y }, size, view) {
  const kept = (/** @type {number} */ at, /** @type {number} */ all, /** @type {number} */ seen) =>
    seen >= all ? (all - seen) / 2 : Math.max(-EDGE / k, Math.min(all - seen + EDGE / k, at));
  return { k, x: kept(x, size[0], view.w / k), y: kept(y, size[1], view.h / k) };
}

/** Targets that would cover each other at this zoom, moved apart. @param {PieceRef[]} cubes @param {PieceRef[]} targets @param {number} k @returns {PieceRef[]} */
export function parted(cubes, targets, k) {
  const places = new Map(targets.map(({ ref, piece }) => [ref, [...(piece.at ?? [0, 0])]]));
  const all = [...places.values()].sort((a, b) => a[0] - b[0]);
  for (const [i, left] of all.entries())
    for (const right of all.slice(i + 1)) {
      const missing = APART / k - (right[0] - left[0]);
      if (missing <= 0 || Math.abs(right[1] - left[1]) * k >= APART) continue;
      left[0] -= missing / 2;
      right[0] += missing / 2;
    }
  return cubes.map((one) => {
    const at = /** @type {[number, number] | undefined} */ (places.get(one.ref));
    return at ? { ...one, piece: { ...one.piece, at } } : one;
  });
}

/** @param {PieceRef} one @param {Interaction} interaction @param {import("./tower.js").PieceNode} pieceNode */
function cellNode(one, interaction, pieceNode) {
  return h(
    "div.cell",
    {
      key: `cell:${one.ref}`,
      "data-at": String(one.piece.at),
      "data-who": one.ref,
      "data-kind": one.piece.kind,
      style: boxOf(one.piece),
    },
    pieceNode(one, interaction, "sole"),
  );
}

/** @param {Piece} piece */
function boxOf({ at = [0, 0], span = [1, 1] }) {
  return { "--at-x": at[0], "--at-y": at[1], "--w": span[0], "--h": span[1] };
}

/** Several actions with one click on a piece. @param {string} key @param {Interaction} interaction @param {PieceRef[]} cubes */
function routeNodes(key, interaction, cubes) {
  return (interaction.routes?.(key) ?? []).map(({ end, legal, play }) => {
    const there = cubes.find(({ piece }) => String(piece.at) === String(end))?.piece;
    if (!there) return null;
    return h("button.route.selectable", {
      type: "button",
      key: `route:${end}`,
      "data-legal": legal.join(" "),
      "aria-label": t("Move this piece"),
      style: boxOf(there),
      onclick: play,
    });
  });
}

/** Grass with the tiles that measure it. @param {[number, number]} size */
function ground([w, tall]) {
  let lines = "";
  for (let x = TILE; x < w; x += TILE) lines += `M${x} 0V${tall}`;
  for (let y = TILE; y < tall; y += TILE) lines += `M0 ${y}H${w}`;
  let tufts = "";
  for (let i = 0; i < 70; i++) {
    const [x, y] = [(i * 37.7 + (i % 7) * 11) % w, (i * 53.3 + (i % 5) * 17) % tall];
    tufts += `M${x.toFixed(1)} ${y.toFixed(1)}q1-1.6 2 0q1-1.6 2 0`;
  }
  return (
    `<svg viewBox="0 0 ${w} ${tall}"><rect width="${w}" height="${tall}" fill="#8f9160"/><path d="${tufts}" fill="none" stroke="#5f6340" stroke-width=".45" stroke-linecap="round" opacity=".7"/>` +
    `<path d="${lines}" stroke="#fff" stroke-opacity=".28" stroke-width=".25"/></svg>`
  );
}

/** Rings, blasts and lines, and the reach of an aim. @param {Piece[]} pieces @param {Aim | undefined} aim @param {[number, number]} size */
function marks(pieces, aim, size) {
  const drawn = pieces.map((piece) => {
    const [x, y] = piece.at ?? [0, 0];
    const [w, tall] = piece.span ?? [0, 0];
    const colour = piece.colour ? paint(piece.colour).fill : "#fff";
    if (piece.kind === "zone")
      return piece.dimmed
        ? `<rect x="${x}" y="${y}" width="${w}" height="${tall}" rx="1" fill="#1c1a12" fill-opacity=".3" stroke="#1c1a12" stroke-opacity=".45" stroke-width=".5" stroke-dasharray="1.6 1.2"/>`
        : `<rect x="${x}" y="${y}" width="${w}" height="${tall}" fill="#cf2e18" fill-opacity=".3" stroke="#fff" stroke-width=".9"/><rect x="${x}" y="${y}" width="${w}" height="${tall}" fill="none" stroke="#cf2e18" stroke-width=".45"/>`;
    if (piece.kind === "line") {
      const [x2, y2] = piece.to ?? [0, 0];
      return `<path d="M${x} ${y}L${x2} ${y2}" stroke="#15171c" stroke-width=".9" stroke-linecap="round"/><path d="M${x} ${y}L${x2} ${y2}" stroke="${colour}" stroke-width=".5" stroke-dasharray="1.4 1"/>`;
    }
    return "";
  });
  if (aim?.origin && aim.reach) {
    const [x, y] = aim.origin;
    drawn.push(
      `<circle cx="${x}" cy="${y}" r="${aim.reach}" fill="#ffb31f" fill-opacity=".16" stroke="#3a2400" stroke-width=".75"/><circle cx="${x}" cy="${y}" r="${aim.reach}" fill="none" stroke="#ffb31f" stroke-width=".6" stroke-dasharray="1.7 1.3"/>`,
    );
  }
  return `<svg viewBox="0 0 ${size[0]} ${size[1]}">${drawn.join("")}</svg>`;
}

/** The square or the ghost at the point. @param {Aim} aim @param {{ x: number, y: number } | null} aimed */
function aimLayer(aim, aimed) {
  return h(
    "div.aim-layer",
    { key: "aim", "aria-hidden": "true", hidden: !aimed },
    aim.blast
      ? [h("span.blast"), h("span.centre")]
      : h("span.ghost-piece", null, aim.piece ? drawing(draw(aim.piece)) : null),
  );
}

/** Corners for the map and the buttons that cover no target. @param {Piece[]} targets @param {Camera} camera @param {{ w: number, h: number }} view */
function corners(targets, camera, view) {
  const side = Math.max(64, Math.min(104, 0.2 * view.w)) + 14;
  const sizes = { map: [side, side], zoom: [116, 64] };
  const free = (/** @type {"map" | "zoom"} */ what, /** @type {string} */ corner) => {
    const [w, tall] = sizes[what];
    return targets.every((piece) => {
      const [x, y] = middleOf(piece).map((n, i) => (n - (i ? camera.y : camera.x)) * camera.k);
      const across = corner.endsWith("right") ? view.w - x : x;
      const down = corner.startsWith("lower") ? view.h - y : y;
      return across > w + EDGE || down > tall + EDGE;
    });
  };
  const all = ["upper right", "lower right", "upper left", "lower left"];
  const map = all.find((corner) => free("map", corner)) ?? "";
  const rest = ["lower right", "lower left", "upper left", "upper right"].filter((corner) => corner !== map);
  return [map, rest.find((corner) => free("zoom", corner)) ?? ""];
}

/** Numbers by colour, and how many are your own. @param {Piece[]} hit @param {string | undefined} mine @returns {HTMLElement[]} */
function sumNodes(hit, mine) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { colour = "" } of hit) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const yours = mine ? (counts.get(mine) ?? 0) : 0;
  const others = [...counts].filter(([colour]) => colour !== mine);
  if (!hit.length) return [h("small", null, t("nobody there"))];
  return [
    ...others.map(([colour, n]) => h("span", null, `${n} `, drawing(colourMark(colour), "mark"))),
    h("small", null, !mine ? "" : yours ? t("{n} of yours", { n: yours }) : t("none of yours")),
  ].filter((node) => node.textContent || node.childElementCount);
}

/** The whole plane, small, with the window. @param {[number, number]} size @param {PieceRef[]} cubes @param {string} corner @param {(x: number, y: number) => void} go */
function mapNode(size, cubes, corner, go) {
  const dots = cubes.map(({ piece }) => {
    const [x, y] = middleOf(piece);
    return `<rect x="${x - 3}" y="${y - 3}" width="6" height="6" rx="1" fill="${paint(piece.colour).fill}" stroke="#fff" stroke-width="1"/>`;
  });
  return h(
    "div.map",
    {
      key: "map",
      class: corner || "away",
      "aria-hidden": "true",
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
        go((size[0] * (event.clientX - box.left)) / box.width, (size[1] * (event.clientY - box.top)) / box.height);
      },
    },
    drawing(`<svg viewBox="0 0 ${size[0]} ${size[1]}">${dots.join("")}</svg>`),
    h("span.seen"),
  );
}

/** @param {number} value */
const px = (value) => `${value.toFixed(1)}px`;
