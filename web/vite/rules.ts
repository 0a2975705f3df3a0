/** The rules of the games in our words: the numbered READMEs of the games, turned into HTML at build time.
 * `virtual:rules` has for each game and language how they are loaded; each is a chunk of its own. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { marked } from "marked";
import type { Plugin } from "vite";

const GAMES = resolve(import.meta.dirname, "../../src/palatine/games");
const ALL = "virtual:rules";
const FILES: Record<string, string> = { en: "README.md", it: "README.it.md" };
/** What comes after this in a README tells how to play in the terminal and by programs. */
const END = "<!-- What follows is for the terminal and for programs; the app's rules end here. -->";

function forPeople(file: string): string {
  const [rules, ...others] = readFileSync(file, "utf-8").split(END);
  if (rules === undefined || others.length !== 1)
    throw new Error(`${file} does not say once where its rules end`);
  return marked.parse(rules, { async: false });
}

/** The games whose rules are told in all languages. */
function gamesWithRules(): string[] {
  const told = (game: string) => Object.values(FILES).every((file) => existsSync(resolve(GAMES, game, file)));
  return readdirSync(GAMES).filter(told);
}

/** Code that says how each page is loaded. */
function pages(): string {
  const ofGame = (game: string) =>
    Object.keys(FILES).map((language) => `${language}: () => import("${ALL}/${game}/${language}")`);
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
      const file = resolve(GAMES, game, FILES[language] ?? "");
      this.addWatchFile(file);
      return `export default ${JSON.stringify(forPeople(file))}`;
    },
  };
}
