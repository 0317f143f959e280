// The rules of a game: a page, or a window over the table that opens at the section for the current phase.

import { games, get } from "./api.js";
import { h, trusted, update } from "./dom.js";
import { header, setTitle } from "./header.js";
import { t, words } from "./i18n.js";
import { feltCover } from "./label.js";

/** Name, nodes and pictures of a rules page, with the cover under its title. @param {string} id */
async function load(id) {
  const [page, all] = await Promise.all([get(`/api/games/${id}/rules`), games().catch(() => [])]);
  const game = all.find((one) => one.id === id);
  const nodes = trusted(page.html);
  const title = nodes.findIndex((node) => node.nodeName === "H1");
  if (game?.cover.length) nodes.splice(title + 1, 0, feltCover(game));
  return { name: words(page.name), nodes, pictures: page.pictures };
}

/** The code that draws tables loads when a page has pictures. @param {Element} shown @param {Record<string, import("./types").Picture>} pictures @param {string} game */
async function illustrate(shown, pictures, game) {
  if (!Object.keys(pictures).length) return;
  const { drawPictures } = await import("./picture.js");
  await drawPictures(shown, pictures, game);
}

/** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
export async function rulesPage(root, id, go) {
  await loading(root, go, async (show) => {
    const { name, nodes, pictures } = await load(id);
    const back = h("p.play", null, h("a.button.primary.big", { href: `/game/${id}` }, t("Play {name}", { name })));
    show(h("main.narrow.rules", { key: `rules:${id}` }, nodes, back));
    setTitle(t("Rules of {name}", { name }));
    await illustrate(root, pictures, id);
  });
}

/** What is in a box. @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
export async function boxPage(root, id, go) {
  await loading(root, go, async (show) => {
    const [found, all] = await Promise.all([get(`/api/boxes/${id}`), games().catch(() => [])]);
    const inside = all.filter(({ box }) => box === found.name);
    const links = inside.map((game) => h("li", null, h("a", { href: `/rules/${game.id}` }, words(game.name))));
    const nodes = trusted(found.html);
    const games_ = [h("h2", null, t("Games in this box")), h("ul.in-box", null, links)];
    show(h("main.narrow.rules", { key: `box:${id}` }, nodes, games_));
    setTitle(words(found.name));
    await illustrate(root, found.pictures, "");
  });
}

/**
 * A page that loads, at the heading of its address, or the reason why it does not.
 * @param {HTMLElement} root @param {(path: string) => void} go
 * @param {(show: (main: HTMLElement) => void) => Promise<void>} fill
 */
async function loading(root, go, fill) {
  const show = (/** @type {HTMLElement} */ main) => update(root, [header(go), main]);
  show(h("main.narrow", null, h("p.loading", null, t("Loading the rules…"))));
  try {
    await fill(show);
    scrollToHeading(root, location.hash.slice(1));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    show(h("main.narrow", null, h("p.banner", { role: "alert" }, message)));
  }
}

/** @param {string} id @param {string} [heading] the id of a heading, or of another game and its heading: "war#your-turn" */
export async function openRules(id, heading) {
  if (heading?.includes("#")) [id, heading] = heading.split("#");
  const open = document.getElementById("rules-window");
  if (open instanceof HTMLDialogElement) return open.close();
  const inside = h("div.rules", { tabindex: 0 }, h("p.loading", null, t("Loading the rules…")));
  const dialog = h(
    "dialog.window",
    { id: "rules-window", "aria-label": t("Rules"), onclose: () => dialog.remove() },
    h(
      "div.head",
      null,
      h("p", null, t("Rules")),
      h("button.close", { type: "button", onclick: () => dialog.close() }, t("Back to the table")),
    ),
    inside,
  );
  /** @param {string} game @param {string} at */
  const show = async (game, at) => {
    try {
      const { nodes, pictures } = await load(game);
      inside.replaceChildren(...nodes);
      await illustrate(inside, pictures, game);
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
  inside.focus(); // arrow keys scroll
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
