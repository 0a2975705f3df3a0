import { moduleOf } from "$lib/games.svelte";
import { openTable } from "$lib/tables";

/** Open the table of a game's tutorial and go to it, if there is one. */
export async function startTutorial(game: string): Promise<void> {
  const lessons = await moduleOf(game).learn?.();
  if (!lessons) return;
  const { players, options } = lessons.tutorial;
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot" as const, level: 1 }));
  return openTable({ game, players, options, seats: [{ kind: "me" }, ...bots] }, "?tutorial=1");
}
