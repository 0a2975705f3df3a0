/** Bring a part of the board into view, if it is not: on a phone castle and Realm are below each other. */
import { settings } from "$lib/settings.svelte";

/** What the bars at the top and at the bottom of the window may cover, in pixels. */
const BARS = 110;

export function reveal(part: HTMLElement): void {
  const { top, bottom, height } = part.getBoundingClientRect();
  const shown = Math.min(bottom, innerHeight - BARS) - Math.max(top, 0);
  if (shown > height * 0.8) return;
  part.scrollIntoView({ block: "center", behavior: settings.still ? "instant" : "smooth" });
}
