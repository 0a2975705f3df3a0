/** The rules of the games: their numbered READMEs, turned into HTML at build time.
 *
 * `virtual:rules` has a loader by game and language; each page is a chunk of its own. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { marked } from "marked";
import type { Plugin } from "vite";
import { ENGLISH } from "../src/lib/sentences.ts";

const GAMES = resolve(import.meta.dirname, "../../src/palatine/games");
const ALL = "virtual:rules";
/** `README.md` is English, `README.it.md` Italian. */
const README = /^README(?:\.([\w-]+))?\.md$/;
/** Ends the app's part of a README. The rest is for the terminal and for programs. */
const END = "<!-- What follows is for the terminal and for programs; the app's rules end here. -->";

function forPeople(file: string): string {
  const [rules, ...others] = readFileSync(file, "utf-8").split(END);
  if (rules === undefined || others.length !== 1)
    throw new Error(`${file} must mark the end of its rules exactly once`);
  return marked.parse(rules, { async: false });
}

/** Return the README files of a game by language. */
function filesOf(game: string): Map<string, string> {
  const names = readdirSync(resolve(GAMES, game));
  return new Map(
    names.flatMap((name): [string, string][] => {
      const match = README.exec(name);
      return match ? [[match[1] ?? ENGLISH, resolve(GAMES, game, name)]] : [];
    }),
  );
}

/** Return the games that have rules, at least in English. */
function gamesWithRules(): string[] {
  return readdirSync(GAMES).filter((game) => existsSync(resolve(GAMES, game, "README.md")));
}

/** Return the code of `virtual:rules`. */
function pages(): string {
  const ofGame = (game: string) =>
    [...filesOf(game).keys()].map((language) => `"${language}": () => import("${ALL}/${game}/${language}")`);
  const all = gamesWithRules().map((game) => `${game}: { ${ofGame(game).join(", ")} }`);
  return `export default { ${all.join(", ")} };`;
}

export function rules(): Plugin {
  return {
    name: "palatine-rules",
    resolveId: (id) => (id === ALL || id.startsWith(`${ALL}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${ALL}`) return pages();
      if (!id.startsWith(`\0${ALL}/`)) return undefined;
      const [game = "", language = ""] = id.slice(ALL.length + 2).split("/");
      const file = filesOf(game).get(language);
      if (!file) return undefined;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(forPeople(file))}`;
    },
  };
}
