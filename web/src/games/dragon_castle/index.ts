/** Dragon Castle: what the app loads at the start. */
import type { GameModule, OptionControl } from "$games/contract";
import { canSay, say } from "$lib/words.svelte";
import { chosenCards } from "./options/cards";
import Scene from "./Scene.svelte";

const cards = (option: string): OptionControl => ({
  load: () => import("./options/Cards.svelte"),
  value: (value) => chosenCards(option, value),
});

const game: GameModule = {
  Scene,
  play: () => import("./play"),
  learn: async () => (await import("./learn")).lessons,
  options: {
    spirits: cards("spirits"),
    dragons: cards("dragons"),
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
