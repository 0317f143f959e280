// The rules of a game: a page, or a window over the table that opens at the section for the current phase.

import { games, get } from "./api.js";
import { drawing, h, trusted, update } from "./dom.js";
import { header } from "./header.js";
import { t, words } from "./i18n.js";
import { draw, spokenName } from "./pieces.js";

/** @typedef {import("./types").Piece} Piece */

/** A few pieces of a game as its picture. @param {Piece[] | undefined} pieces */
export function coverNode(pieces) {
  const drawn = pieces ?? [];
  const what = drawn.map(spokenName).filter(Boolean).join(", ") || t("Pieces");
  return h(
    "div.cover",
    { role: "img", "aria-label": t("Pictured: {what}", { what }) },
    drawn.map((piece, i) => {
      const svg = draw(piece);
      return h(
        "span.piece",
        { class: `${piece.kind} ${svg ? "" : "wordy"}`, style: { "--i": i } },
        svg ? drawing(svg) : h("span.face", null, words(piece.text)),
      );
    }),
  );
}

/** Name and nodes of a rules page, with the cover under its title. @param {string} id */
async function load(id) {
  const [page, all] = await Promise.all([get(`/api/games/${id}/rules`), games().catch(() => [])]);
  const cover = all.find((game) => game.id === id)?.cover;
  const nodes = trusted(page.html);
  const title = nodes.findIndex((node) => node.nodeName === "H1");
  if (cover?.length) nodes.splice(title + 1, 0, coverNode(cover));
  return { name: words(page.name), nodes };
}

/** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
export async function rulesPage(root, id, go) {
  const show = (/** @type {HTMLElement} */ main) => update(root, [header(go, t("Rules")), main]);
  show(h("main.narrow", null, h("p.loading", null, t("Loading the rules…"))));
  try {
    const { name, nodes } = await load(id);
    const back = h("p", null, h("a.button", { href: `/game/${id}` }, t("Play {name}", { name })));
    show(h("main.narrow.rules", { key: `rules:${id}` }, nodes, back));
    document.title = `${name} - Matchbox`;
    scrollToHeading(root, location.hash.slice(1));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    show(h("main.narrow", null, h("p.banner", { role: "alert" }, message)));
  }
}

/** @param {string} id @param {string} [heading] the id of a heading */
export async function openRules(id, heading) {
  const open = document.getElementById("rules-window");
  if (open instanceof HTMLDialogElement) return open.close();
  const inside = h("div.rules", { tabindex: 0 }, h("p.loading", null, t("Loading the rules…")));
  const dialog = h(
    "dialog.window",
    { id: "rules-window", "aria-label": t("Rules"), onclose: () => dialog.remove() },
    h("button.primary.close", { type: "button", onclick: () => dialog.close() }, t("Back to the table")),
    inside,
  );
  /** @param {string} game @param {string} at */
  const show = async (game, at) => {
    try {
      inside.replaceChildren(...(await load(game)).nodes);
      inside.scrollTop = 0;
      scrollToHeading(inside, at);
    } catch (error) {
      inside.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
    const link = event.target instanceof Element ? event.target.closest("a[href^='/rules/'], a[href^='#']") : null;
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault(); // stay at the table
    const [page, at] = (link.getAttribute("href") ?? "").split("#");
    if (page) show(page.split("/")[2], at ?? "");
    else scrollToHeading(inside, at);
  });
  dialog.addEventListener("keydown", (event) => event.key === "r" && dialog.close());
  document.body.appendChild(dialog);
  dialog.showModal();
  await show(id, heading ?? "");
}

/** @param {Element} root @param {string} id */
function scrollToHeading(root, id) {
  if (!id) return;
  for (const old of root.querySelectorAll(".arrived")) old.classList.remove("arrived");
  const found = root.querySelector(`[id="${CSS.escape(decodeURIComponent(id))}"]`);
  found?.scrollIntoView();
  found?.classList.add("arrived");
}
