/** In the Year of the Dragon, as the app knows it from the start. */
import type { GameModule } from "$games/contract";
import Scene from "./Scene.svelte";

const game: GameModule = {
  Scene,
  play: () => import("./play"),
  learn: async () => (await import("./learn")).lessons,
};

export default game;
