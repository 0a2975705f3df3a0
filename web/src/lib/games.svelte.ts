/** The games of this server, and what the app knows of each: its name, its levels, its board. */
import type { Constants, GameModule, GamePlay } from "$games/contract";
import * as withBoards from "$games/index";
import { plain } from "$games/plain";
import type { GamesView, GameView } from "$generated/messages";
import { get } from "$lib/api";
import { orElse, readable, say, speech } from "$lib/words.svelte";

const MODULES: Record<string, GameModule> = { ...withBoards };

/** The app's part of a game; a game that brings no board of its own is shown plainly. */
export function moduleOf(game: string): GameModule {
  return (MODULES[game] ??= plain(game));
}

class Games {
  /** In the order of the server; none before it has answered. */
  offered = $state.raw<GameView[]>([]);
  #asked: Promise<GameView[]> | null = null;

  /** Ask the server which games it offers, with what can be chosen before each. */
  learn(): Promise<GameView[]> {
    this.#asked ??= this.#ask();
    this.#asked.catch(() => (this.#asked = null));
    return this.#asked;
  }

  /** A game of the list, once it is known. */
  find(name: string | null | undefined): GameView | undefined {
    return this.offered.find((game) => game.name === name);
  }

  async #ask(): Promise<GameView[]> {
    const { games } = await get<GamesView>("/api/games");
    await Promise.all(games.map(({ name }) => learnWords(name)));
    this.offered = games;
    return games;
  }
}

export const games = new Games();

/** A game that is built in has its words in the app; those of another come from the server. */
async function learnWords(game: string): Promise<void> {
  if (!(game in withBoards)) await speech.learn(game).catch(() => {}); // then its names are all there is to read
}

/** The title of a game. */
export function titleOf(game: string): string {
  return orElse(`${game}.app.title`, {}, games.find(game)?.title ?? readable(game));
}

/** The name of a level of a game's bots. */
export function levelName(game: string, level: number): string {
  return orElse(`${game}.levels.${level}`, {}, say(`bots.level.${level}`));
}

/** How a bot of a level plays. */
export function levelText(game: string, level: number): string {
  return orElse(`${game}.app.level.${level}`, {}, "");
}

export interface LoadedGame {
  name: string;
  play: GamePlay;
  constants: Constants;
  /** The number of a decision by its text. */
  numberOf: (text: string) => number;
}

const loaded = new Map<string, Promise<LoadedGame>>();

/** A game with everything needed to show it. */
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
    learnWords(name),
  ]);
  const numbers = new Map(constants.decisions.map((text, number) => [text, number]));
  return { name, play, constants, numberOf: (text) => numbers.get(text) ?? -1 };
}
