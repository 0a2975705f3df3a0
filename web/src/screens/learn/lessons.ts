/** Opening the table of a tutorial. */
import { moduleOf } from "$lib/games.svelte";
import { open } from "$lib/opening";

/** Open it and go there, if the game has one. */
export async function startTutorial(game: string): Promise<void> {
  const lessons = await moduleOf(game).learn?.();
  if (!lessons) return;
  const { players, options } = lessons.tutorial;
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot" as const, level: 1 }));
  return open({ game, players, options, seats: [{ kind: "me" }, ...bots] }, "?tutorial=1");
}
