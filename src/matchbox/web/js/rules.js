// The rules of a game: as a page, or in a window over the table, opened where it matters.

import { games, get } from "./api.js";
import { drawing, h, update } from "./dom.js";
import { header } from "./header.js";
import { t, words } from "./i18n.js";
import { anchor, markdown } from "./markdown.js";
import { draw, spokenName } from "./pieces.js";

/** @typedef {import("./types").Piece} Piece */

/** The parts of a game as a picture. @param {Piece[] | undefined} pieces */
export function coverNode(pieces) {
  const drawn = pieces ?? [];
  return h(
    "div.cover",
    { role: "img", "aria-label": t("Pictured: {what}", { what: drawn.map(spokenName).filter(Boolean).join(", ") || t("Pieces") }) },
    drawn.map((piece, i) => {
      const svg = draw(piece);
      return h("span.piece", { class: `${piece.kind} ${svg ? "" : "wordy"}`, style: { "--i": i } }, svg ? drawing(svg) : h("span.face", null, words(piece.text)));
    }),
  );
}

/** @param {string} id */
async function content(id) {
  const [page, all] = await Promise.all([get(`/api/games/${id}/rules`), games().catch(() => [])]);
  const game = all.find((one) => one.id === id);
  const body = markdown(page.markdown);
  const at = body.findIndex((block) => block.tagName === "H1") + 1;
  if (game?.cover?.length) body.splice(at, 0, coverNode(game.cover));
  return { name: page.name, body };
}

/** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
export async function rulesPage(root, id, go) {
  update(root, [header(go, t("Rules")), h("main.narrow", null, h("p.loading", null, t("Fetching the rules…")))]);
  try {
    const { name, body } = await content(id);
    const back = h("p", null, h("a.button", { href: `/game/${id}` }, t("Play {name}", { name })));
    update(root, [header(go, t("Rules")), h("main.narrow.rules", { key: `rules:${id}` }, body, back)]);
    document.title = `${name} - Matchbox`;
    jump(root, location.hash.slice(1));
  } catch (error) {
    update(root, [header(go, t("Rules")), h("main.narrow", null, h("p.banner", { role: "alert" }, String(error instanceof Error ? error.message : error)))]);
  }
}

/** @param {string} id @param {string} [heading] */
export async function openRules(id, heading) {
  const old = document.getElementById("rules-window");
  if (old instanceof HTMLDialogElement) return old.close();
  const inside = h("div.rules", { tabindex: 0 }, h("p.loading", null, t("Fetching the rules…")));
  const dialog = h(
    "dialog.window",
    { id: "rules-window", "aria-label": t("Rules"), onclose: () => dialog.remove() },
    h("button.primary.close", { type: "button", onclick: () => dialog.close() }, t("Back to the table")),
    inside,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => event.key === "r" && dialog.close());
  document.body.appendChild(dialog);
  dialog.showModal();
  try {
    const { body } = await content(id);
    inside.replaceChildren(...body);
    jump(inside, heading ?? "");
  } catch (error) {
    inside.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** To a heading, given by its anchor or its words. @param {Element} root @param {string} heading */
function jump(root, heading) {
  if (!heading) return;
  const name = anchor(decodeURIComponent(heading));
  const found = root.querySelector(`[id="${CSS.escape(name)}"]`);
  found?.scrollIntoView();
  found?.classList.add("arrived");
}
