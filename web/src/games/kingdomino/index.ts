/** Kingdomino: the part of the game that the app loads first. */
import type { GameModule } from "$games/contract";
import Scene from "./Scene.svelte";

const game: GameModule = {
  Scene,
  play: () => import("./play"),
  learn: async () => (await import("./learn")).lessons,
};

export default game;
