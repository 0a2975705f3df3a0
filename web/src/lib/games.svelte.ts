/** The games of this server: titles, levels, boards. */
import type { Constants, GameModule, GamePlay } from "$games/contract";
import * as withBoards from "$games/index";
import { plain } from "$games/plain";
import type { GamesView, GameView } from "$generated/messages";
import { get } from "$lib/api";
import { orElse, readable, say, speech } from "$lib/words.svelte";

const MODULES: Record<string, GameModule> = { ...withBoards };

/** Return the app's module of a game; the plain one if it has no board of its own. */
export function moduleOf(game: string): GameModule {
  return (MODULES[game] ??= plain(game));
}

class Games {
  /** In the order of the server; empty until it has answered. */
  offered = $state.raw<GameView[]>([]);
  #loading: Promise<GameView[]> | null = null;

  /** Load the games that the server offers, with their options. */
  load(): Promise<GameView[]> {
    this.#loading ??= this.#load();
    this.#loading.catch(() => (this.#loading = null));
    return this.#loading;
  }

  /** Return a game by name, if it is loaded. */
  find(name: string | null | undefined): GameView | undefined {
    return this.offered.find((game) => game.name === name);
  }

  async #load(): Promise<GameView[]> {
    const { games } = await get<GamesView>("/api/games");
    await Promise.all(games.map(({ name }) => loadWords(name)));
    this.offered = games;
    return games;
  }
}

export const games = new Games();

/** Load the sentences of a game from the server, unless they are built into the app. */
async function loadWords(game: string): Promise<void> {
  if (!(game in withBoards)) await speech.load(game).catch(() => {}); // the app then shows identifiers
}

/** Return the title of a game. */
export function titleOf(game: string): string {
  return orElse(`${game}.app.title`, {}, games.find(game)?.title ?? readable(game));
}

/** Return the name of a bot level in a game. */
export function levelName(game: string, level: number): string {
  return orElse(`${game}.levels.${level}`, {}, say(`bots.level.${level}`));
}

/** Return a sentence about the bots of a level in a game. */
export function levelText(game: string, level: number): string {
  return orElse(`${game}.app.level.${level}`, {}, "");
}

export interface LoadedGame {
  name: string;
  play: GamePlay;
  constants: Constants;
  /** Return the number of a decision by its text. */
  numberOf: (text: string) => number;
}

const loaded = new Map<string, Promise<LoadedGame>>();

/** Load everything needed to show a game. */
export function loadGame(name: string): Promise<LoadedGame> {
  let game = loaded.get(name);
  if (!game) {
    game = load(name);
    game.catch(() => loaded.delete(name));
    loaded.set(name, game);
  }
  return game;
}

async function load(name: string): Promise<LoadedGame> {
  const [play, constants] = await Promise.all([
    moduleOf(name).play(),
    get<Constants>(`/api/games/${encodeURIComponent(name)}`),
    loadWords(name),
  ]);
  const numbers = new Map(constants.decisions.map((text, number) => [text, number]));
  return { name, play, constants, numberOf: (text) => numbers.get(text) ?? -1 };
}
