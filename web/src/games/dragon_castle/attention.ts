/** Leading the eye, and the focus of the keyboard, to where something is asked for. */
import { settings } from "$lib/settings.svelte";

/** Bring a part of the board into view, if it is not: on a phone castle and Realm are below each other. */
export function reveal(part: Element): void {
  part.scrollIntoView({ block: "nearest", behavior: settings.still ? "instant" : "smooth" });
}

const CHOICE = "[data-decision], [data-step]";

/** Whoever plays by keys goes on at the next thing to choose, when where they were is gone or has nothing to choose. */
export function leadFocus(board: HTMLElement): void {
  if (document.activeElement !== document.body && !board.contains(document.activeElement)) return;
  if (document.activeElement?.matches(CHOICE)) return;
  const choices = [...board.querySelectorAll<HTMLElement | SVGElement>(CHOICE)];
  const first = choices.find((choice) => choice.tabIndex === 0 && choice.closest("svg")) ?? choices[0];
  first?.focus();
}
