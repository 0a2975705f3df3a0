/** The rules of the games in our words: the numbered READMEs of the games, turned into HTML at build time.
 * `virtual:rules/kingdomino/en` is a chunk of its own, loaded when somebody opens it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { marked } from "marked";
import type { Plugin } from "vite";

const GAMES = resolve(import.meta.dirname, "../../src/palatine/games");
const PREFIX = "virtual:rules/";
/** What comes after this in a README tells how to play in the terminal and by programs. */
const END = "<!-- What follows is for the terminal and for programs; the app's rules end here. -->";

function forPeople(file: string): string {
  const [rules, ...others] = readFileSync(file, "utf-8").split(END);
  if (rules === undefined || others.length !== 1)
    throw new Error(`${file} does not say once where its rules end`);
  return marked.parse(rules, { async: false });
}

export function rules(): Plugin {
  return {
    name: "palatine-rules",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [game, language] = id.slice(PREFIX.length + 1).split("/");
      const file = resolve(GAMES, game ?? "", language === "it" ? "README.it.md" : "README.md");
      this.addWatchFile(file);
      return `export default ${JSON.stringify(forPeople(file))}`;
    },
  };
}
