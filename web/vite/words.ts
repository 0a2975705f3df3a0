/** The app's sentences, read at build time from the TOML catalogues in `src/palatine/words` and in the folders of the games.
 *
 * `virtual:languages` lists the languages, with a loader for each. `virtual:words/it` has the sentences of a language by dotted
 * key; a sentence that the language lacks is in English. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { type Catalogue, ENGLISH, isPlural, type Sentence } from "../src/lib/sentences.ts";

const SOURCE = resolve(import.meta.dirname, "../../src/palatine");
const LANGUAGES = "virtual:languages";
const WORDS = "virtual:words/";
/** Catalogues that the app does not need: those of the terminal, the arena and the server. */
const ELSEWHERE = "admin arena cli client core hosting mail people push results server terminal".split(" ");
/** The catalogue whose keys begin with only the name of the game. */
const OF_THE_GAME = "game";

type Entries = { [name: string]: string | Entries };

function flattened(prefix: string, entries: Entries): [key: string, sentence: Sentence][] {
  return Object.entries(entries).flatMap(([name, entry]): [string, Sentence][] =>
    typeof entry === "string" || isPlural(entry)
      ? [[`${prefix}.${name}`, entry]]
      : flattened(`${prefix}.${name}`, entry),
  );
}

/** Return the sentences of a TOML file by key, each key with a prefix. */
export function readCatalogue(path: string, prefix: string): Catalogue {
  return Object.fromEntries(flattened(prefix, parse(readFileSync(path, "utf-8")) as Entries));
}

/** Return the languages that have a folder of catalogues, English first. */
export function languages(): string[] {
  const folders = readdirSync(resolve(SOURCE, "words"), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return [ENGLISH, ...names.filter((name) => name !== ENGLISH && !/^[._]/.test(name)).sort()];
}

/** Return the catalogues in a folder that the app needs; none if the folder does not exist. */
function cataloguesIn(...folder: string[]): [name: string, path: string][] {
  const path = resolve(SOURCE, ...folder);
  if (!existsSync(path)) return [];
  const files = readdirSync(path).filter((file) => file.endsWith(".toml"));
  const names = files.map((file) => basename(file, ".toml")).filter((name) => !ELSEWHERE.includes(name));
  return names.sort().map((name) => [name, resolve(path, `${name}.toml`)]);
}

/** Return all catalogues of a language, each with the prefix of its keys. */
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

/** Return all sentences of a language by key, in English where the language lacks them. */
export function catalogue(language: string, watch: (file: string) => void = () => {}): Catalogue {
  const all: Catalogue = language === ENGLISH ? {} : catalogue(ENGLISH, watch);
  for (const [prefix, path] of cataloguesOf(language)) {
    watch(path);
    Object.assign(all, readCatalogue(path, prefix));
  }
  return all;
}

export function words(): Plugin {
  return {
    name: "palatine-words",
    resolveId: (id) => (id === LANGUAGES || id.startsWith(WORDS) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LANGUAGES}`) {
        const loaders = languages().map((language) => `"${language}": () => import("${WORDS}${language}")`);
        return `export default { ${loaders.join(", ")} };`;
      }
      if (!id.startsWith(`\0${WORDS}`)) return undefined;
      const language = id.slice(WORDS.length + 1);
      return `export default ${JSON.stringify(catalogue(language, (file) => this.addWatchFile(file)))}`;
    },
  };
}
