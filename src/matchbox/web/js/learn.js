// All rules: every game with its goal, and a way to try it.

import { games, hasLab } from "./api.js";
import { h, update } from "./dom.js";
import { header, setTitle } from "./header.js";
import { t, words } from "./i18n.js";
import { feltCover, minutesText, playersText } from "./label.js";

/** @param {HTMLElement} root @param {(path: string) => void} go */
export async function learn(root, go) {
  setTitle(t("Learn"));
  /** @type {import("./types").GameInfo[] | null} */
  let all = null;
  let problem = "";
  let inLab = false;
  const draw = () => {
    if (location.pathname !== "/learn") return;
    update(root, [
      header(go),
      h(
        "main.wide",
        { key: "learn" },
        h("h1", null, t("Learn")),
        h("p.note", null, t("Every game shows tips at the table, and its rules open there at the place you need.")),
        all ? h("p.note", null, t("What is in the boxes:"), boxLinks(all)) : null,
        inLab ? h("p.actions", null, h("a.button", { href: "/lab" }, t("Let bots play in the lab"))) : null,
        problem ? h("p.banner", { role: "alert" }, problem) : null,
        all || problem ? null : h("p.loading", null, t("Loading the games…")),
        h(
          "ul.lessons",
          null,
          [...(all ?? [])]
            .sort((a, b) => a.complexity - b.complexity)
            .map((game) =>
              h(
                "li",
                { key: `learn:${game.id}` },
                feltCover(game),
                h("h2", null, words(game.name)),
                h("p", null, words(game.summary?.goal) || words(game.theme.tagline)),
                h("p.note", null, `${playersText(game)} · ${minutesText(game)} · ${hardness(game.complexity)}`),
                h(
                  "p.actions",
                  null,
                  h("a.button", { href: `/rules/${game.id}` }, t("Read the rules")),
                  h("a.button", { href: `/game/${game.id}` }, t("Play")),
                ),
              ),
            ),
        ),
      ),
    ]);
  };
  draw();
  try {
    [all, inLab] = await Promise.all([games(), hasLab()]);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  draw();
  return draw;
}

/** Links to the pages of the boxes. @param {import("./types").GameInfo[]} all */
function boxLinks(all) {
  const boxes = new Map(all.filter(({ box_id: id }) => id).map(({ box_id: id, box }) => [id, box]));
  return [...boxes].flatMap(([id, box], number) => [number ? " · " : " ", h("a", { href: `/box/${id}` }, words(box))]);
}

/** @param {number} complexity 1 to 5 */
export function hardness(complexity) {
  if (complexity <= 1) return t("easy to learn");
  return complexity <= 3 ? t("some rules to learn") : t("many rules to learn");
}
