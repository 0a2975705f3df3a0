/** The cost of a decision in the bot's evaluation: in chance to win, or in points in a solo game. */
import type { Judged } from "$generated/messages";
import { percent, say, tenths } from "$lib/words.svelte";

export type Loss = "none" | "some" | "much";

/** The least losses that count as some and as much. */
const SOME = { chance: 0.02, points: 0.5 };
const MUCH = { chance: 0.1, points: 4 };

export function lossOf(judged: Judged): Loss {
  if (judged.best === judged.decided) return "none";
  const alone = !judged.chances.length;
  const lost = alone ? judged.lost_points : judged.lost_chance;
  const scale = alone ? "points" : "chance";
  return lost >= MUCH[scale] ? "much" : lost >= SOME[scale] ? "some" : "none";
}

/** Return the loss in short: "−4%", or "−2.5 points" in a solo game. */
export function lossInShort(judged: Judged): string {
  return judged.chances.length
    ? say("web_after.cost_chance", { share: percent(judged.lost_chance) })
    : say("web_after.cost_points", { count: tenths(judged.lost_points) });
}
