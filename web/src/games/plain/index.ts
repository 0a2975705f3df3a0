/** A game that brings no board of its own to the app: everything about it is shown as lists and tables, in its own words. */
import type { GameModule } from "$games/contract";
import Scene from "./Scene.svelte";

/** The plain module of a game, by its name. */
export function plain(game: string): GameModule {
  return { Scene, play: async () => (await import("./play")).playOf(game) };
}
