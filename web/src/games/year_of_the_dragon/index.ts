/** In the Year of the Dragon: the part that the app loads at the start. */
import type { GameModule } from "$games/contract";
import Scene from "./Scene.svelte";

const game: GameModule = {
  Scene,
  play: () => import("./play"),
  learn: async () => (await import("./learn")).lessons,
};

export default game;
