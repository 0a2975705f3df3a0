/** The sentences of the app, taken at build time from the same catalogues as everything else that speaks: the TOML files
 * in `src/palatine/words`, and in the folders of the games. `virtual:words/en` is all of a language that the app may need,
 * by dotted key. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

const SOURCE = resolve(import.meta.dirname, "../../src/palatine");
const PREFIX = "virtual:words/";
/** Catalogues of the terminal, the arena and the server. */
const ELSEWHERE = "admin arena cli client core people push results server terminal".split(" ");
/** The catalogue whose keys begin with the name of the game alone. */
const OF_THE_GAME = "game";

type Entries = { [name: string]: string | Entries };

function flattened(prefix: string, entries: Entries): [string, string][] {
  return Object.entries(entries).flatMap(([name, entry]): [string, string][] =>
    typeof entry === "string" ? [[`${prefix}.${name}`, entry]] : flattened(`${prefix}.${name}`, entry),
  );
}

/** The catalogues in a folder that the app needs, by name; none where there is no such folder. */
function cataloguesIn(...folder: string[]): [name: string, path: string][] {
  const path = resolve(SOURCE, ...folder);
  if (!existsSync(path)) return [];
  const files = readdirSync(path).filter((file) => file.endsWith(".toml"));
  const names = files.map((file) => basename(file, ".toml")).filter((name) => !ELSEWHERE.includes(name));
  return names.sort().map((name) => [name, resolve(path, `${name}.toml`)]);
}

/** All catalogues of a language, each with what its keys begin with. */
function cataloguesOf(language: string): [prefix: string, path: string][] {
  const shared = cataloguesIn("words", language);
  const games = readdirSync(resolve(SOURCE, "games")).flatMap((game) =>
    cataloguesIn("games", game, "words", language).map(([name, path]): [string, string] => [
      name === OF_THE_GAME ? game : `${game}.${name}`,
      path,
    ]),
  );
  return [...shared, ...games];
}

/** Everything of a language, by key. */
export function catalogue(
  language: string,
  watch: (file: string) => void = () => {},
): Record<string, string> {
  const all = cataloguesOf(language).flatMap(([prefix, path]) => {
    watch(path);
    return flattened(prefix, parse(readFileSync(path, "utf-8")) as Entries);
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
