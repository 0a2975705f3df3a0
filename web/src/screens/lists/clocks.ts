/** Times as they are said: "2 minutes", "20 minutes + 10 seconds". */
import type { Clock } from "$generated/messages";
import { say } from "$lib/words.svelte";

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
  ["second", 1],
] as const;

export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ["second", 1];
  return say(`web_home.clock.${unit}`, { count: seconds / size });
}

export function clockTold(clock: Clock): string {
  const time = duration(clock.seconds);
  if (clock.kind === "decision") return say("web_people.table.clock_decision", { time });
  return clock.increment ? `${time} + ${duration(clock.increment)}` : time;
}
