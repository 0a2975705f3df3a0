/** Dragon Castle, as the app knows it from the start. */
import type { GameModule } from "$games/contract";
import { canSay, say } from "$lib/words.svelte";
import Scene from "./Scene.svelte";

const game: GameModule = {
  Scene,
  play: () => import("./play"),
  learn: async () => (await import("./learn")).lessons,
  options: {
    castle: {
      load: () => import("./options/Castles.svelte"),
      value: (castle) => {
        const name = `dragon_castle.castle.name.${castle}`;
        return say(canSay(name) ? name : "dragon_castle.app.castles.own");
      },
    },
  },
};

export default game;
