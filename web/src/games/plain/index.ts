/** The module of any game without a folder here: lists and tables, in the game's own words. */
import type { GameModule } from "$games/contract";
import Scene from "./Scene.svelte";

/** Return the plain module of a game. */
export function plain(game: string): GameModule {
  return { Scene, play: async () => (await import("./play")).playOf(game) };
}
