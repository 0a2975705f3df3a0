/** What a decision has cost, as the bot sees it: of the chance to win, or in a game alone, in points. */
import type { Judged } from "$generated/messages";
import { percent, say, tenths } from "$lib/words.svelte";

export type Loss = "none" | "some" | "much";

/** From which loss on it is worth telling, and from which on it is called dear. */
const SOME = { chance: 0.02, points: 0.5 };
const MUCH = { chance: 0.1, points: 4 };

export function lossOf(judged: Judged): Loss {
  if (judged.best === judged.decided) return "none";
  const alone = !judged.chances.length;
  const lost = alone ? judged.lost_points : judged.lost_chance;
  const scale = alone ? "points" : "chance";
  return lost >= MUCH[scale] ? "much" : lost >= SOME[scale] ? "some" : "none";
}

/** In a figure: "−4 %", or "−2.5 points" in a game alone. */
export function lossInShort(judged: Judged): string {
  return judged.chances.length
    ? say("web_after.cost_chance", { share: percent(judged.lost_chance) })
    : say("web_after.cost_points", { count: tenths(judged.lost_points) });
}
