/** What there is to learn of each game: the key rules with their pictures, and the table of the tutorial. */
import type { GameName } from "$games/index";
import type { NewTable } from "$made/messages";
import { open } from "$lib/opening";

export interface KeyRule {
  name: string;
  /** The number of the rule that says it in full. */
  rule: string;
}

export const KEY_RULES: Record<GameName, KeyRule[]> = {
  kingdomino: [
    { name: "turn", rule: "KD-7" },
    { name: "join", rule: "KD-8" },
    { name: "score", rule: "KD-12" },
    { name: "order", rule: "KD-7" },
    { name: "grid", rule: "KD-8" },
    { name: "bonus", rule: "KD-17" },
  ],
  year_of_the_dragon: [
    { name: "month", rule: "YD-10" },
    { name: "groups", rule: "YD-11" },
    { name: "persons", rule: "YD-9" },
    { name: "palaces", rule: "YD-32" },
    { name: "events", rule: "YD-26" },
    { name: "points", rule: "YD-33" },
  ],
  dragon_castle: [
    { name: "available", rule: "DC-9" },
    { name: "ways", rule: "DC-14" },
    { name: "sets", rule: "DC-20" },
    { name: "floors", rule: "DC-19" },
    { name: "shrines", rule: "DC-27" },
    { name: "summon", rule: "DC-30" },
  ],
};

/** A small table against the weakest bots; whoever learns begins, where somebody can be made to. */
const TABLES: Record<GameName, Pick<NewTable, "players" | "options"> & { players: number }> = {
  kingdomino: { players: 2, options: {} },
  year_of_the_dragon: { players: 3, options: { start_player: "first" } },
  dragon_castle: { players: 2, options: { start_player: "first", spirits: "0", dragons: "0" } },
};

/** Open the table of the tutorial and go there. */
export function startTutorial(game: GameName): Promise<void> {
  const { players, options } = TABLES[game];
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot" as const, level: 1 }));
  return open({ game, players, options, seats: [{ kind: "me" }, ...bots] }, "?tutorial=1");
}
