/** The sentences of the app, taken at build time from the same catalogues as everything else that speaks: the TOML files
 * in `src/palatine/words`. `virtual:words/en` is all of a language that the app may need, by dotted key. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

const WORDS = resolve(import.meta.dirname, "../../src/palatine/words");
const FILES = ["web", "web_home", "web_table", "web_after", "web_learn", "web_people", "bots", "castle"];
const GAMES = ["kingdomino", "year_of_the_dragon", "dragon_castle"];
const PREFIX = "virtual:words/";

type Entries = { [name: string]: string | Entries };

function flattened(prefix: string, entries: Entries): [string, string][] {
  return Object.entries(entries).flatMap(([name, entry]): [string, string][] =>
    typeof entry === "string" ? [[`${prefix}.${name}`, entry]] : flattened(`${prefix}.${name}`, entry),
  );
}

/** Everything of a language, by key. Sentences about wrong positions and the like never reach the app. */
export function catalogue(
  language: string,
  watch: (file: string) => void = () => {},
): Record<string, string> {
  const files = [...FILES, ...GAMES, ...GAMES.map((game) => `web_${game}`)];
  const all = files.flatMap((file) => {
    const path = resolve(WORDS, language, `${file}.toml`);
    watch(path);
    return flattened(file, parse(readFileSync(path, "utf-8")) as Entries);
  });
  return Object.fromEntries(all);
}

export function words(): Plugin {
  return {
    name: "palatine-words",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const language = id.slice(PREFIX.length + 1);
      return `export default ${JSON.stringify(catalogue(language, (file) => this.addWatchFile(file)))}`;
    },
  };
}
