/** The games that the app can show; each is loaded when it is first needed. */
import type { Facts, GameModule } from "$games/contract";
import { get } from "$lib/api";

export const GAMES = ["kingdomino", "year_of_the_dragon", "dragon_castle"] as const;
export type GameName = (typeof GAMES)[number];

const MODULES = import.meta.glob<GameModule>("./*/index.ts");

export interface LoadedGame {
  name: GameName;
  module: GameModule;
  facts: Facts;
}

const loaded = new Map<GameName, Promise<LoadedGame>>();

export function isGame(name: string): name is GameName {
  return (GAMES as readonly string[]).includes(name);
}

/** A game with everything needed to show it. */
export function loadGame(name: GameName): Promise<LoadedGame> {
  let game = loaded.get(name);
  if (!game) {
    game = Promise.all([MODULES[`./${name}/index.ts`]!(), get<Facts>(`/api/games/${name}`)]).then(
      ([module, facts]) => ({
        name,
        module,
        facts,
      }),
    );
    game.catch(() => loaded.delete(name));
    loaded.set(name, game);
  }
  return game;
}
