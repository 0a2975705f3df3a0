/** Leading the eye, and the focus of the keyboard, to where something is asked for. */
import { settings } from "$lib/settings.svelte";

/** Bring a part of the board into view, if it is not: on a phone castle and Realm are below each other. */
export function reveal(part: Element): void {
  part.scrollIntoView({ block: "nearest", behavior: settings.still ? "instant" : "smooth" });
}

const DECISION = "[data-decision]";
const CHOICE = `${DECISION}, [data-step]`;

/** Whoever plays by keys goes on at the next thing to choose, when where they were is gone or has nothing to choose; and
 * after a `step` towards a decision, at the first thing that completes it. */
export function leadFocus(board: HTMLElement, step: boolean): void {
  const wanted = step ? DECISION : CHOICE;
  const { activeElement } = document;
  if (activeElement !== document.body && !board.contains(activeElement)) return;
  if (activeElement?.matches(wanted)) return;
  const choices = [...board.querySelectorAll<HTMLElement | SVGElement>(wanted)];
  const reachable = choices.filter((choice) => choice.tabIndex === 0);
  const first = (step ? null : reachable.find((choice) => choice.closest("svg"))) ?? reachable[0];
  first?.focus();
}
