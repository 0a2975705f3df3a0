import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { catalogue, languages } from "../../vite/words";
import * as withBoards from "./index";

const WEB = resolve(import.meta.dirname, "../..");
const GAMES = Object.keys(withBoards);
/** Files that may name games: their list. */
const LIST = "src/games/index.ts";

/** A name as one looks for it: in whatever case, with a blank, an underscore or nothing between its words. */
function pattern(name: string): RegExp {
  return new RegExp(name.split(/[ _]/).join("[ _]?"), "i");
}

function titles(game: string): string[] {
  return languages().map((language) => catalogue(language)[`${game}.app.title`] as string);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

const FILES = [
  ...["src", "vite"].flatMap((folder) => filesIn(join(WEB, folder))),
  ...["index.html", "public/manifest.webmanifest"].map((file) => join(WEB, file)),
].map((file) => relative(WEB, file));
const textOf = (file: string) => readFileSync(join(WEB, file), "utf-8");

describe.each(GAMES)("%s", (game) => {
  const home = `src/games/${game}/`;
  const others = FILES.filter((file) => !file.startsWith(home) && file !== LIST);

  it("is named nowhere outside its folder", () => {
    const names = [game, ...titles(game)].map(pattern);
    const naming = others.filter((file) => names.some((name) => name.test(textOf(file)) || name.test(file)));
    expect(naming).toEqual([]);
  });

  it("is imported from nowhere else, by whatever path", () => {
    const importing = others.filter((file) =>
      [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].some(([, path = ""]) => {
        const target = path.replace(/^\$games/, join(WEB, "src/games"));
        const from = target.startsWith(".") ? resolve(WEB, dirname(file), target) : target;
        return relative(WEB, from).startsWith(home);
      }),
    );
    expect(importing).toEqual([]);
  });

  it("has the files that every game has", () => {
    const wanted =
      "index.ts play.ts Board.svelte Reference.svelte Scene.svelte picture.ts position.ts moves.ts words.ts " +
      "selection.svelte.ts motion.svelte.ts art parts learn/index.ts learn/Figure.svelte";
    expect(wanted.split(" ").filter((file) => !existsSync(join(WEB, home, file)))).toEqual([]);
  });
});
