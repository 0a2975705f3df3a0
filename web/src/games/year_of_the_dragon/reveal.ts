/** Bringing what is asked into view: only the part of the page that scrolls is moved, and only if it must be. */
import { settings } from "$lib/settings.svelte";
import { allChoices } from "./keys";

const MARGIN = 14;
/** How high the bar with the question over the lower edge is, where nobody says so. */
const BAR = 74;

function scrollerOf(node: HTMLElement): HTMLElement {
  for (let one = node.parentElement; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight)
      return one;
  }
  return document.documentElement;
}

/** Scroll so that all that can be chosen is in view below what sticks to the upper edge, or its beginning if it is too high. */
export function reveal(board: HTMLElement, covered: number): void {
  const choices = allChoices(board);
  if (!choices.length) return;
  const scroller = scrollerOf(board);
  const frame =
    scroller === document.documentElement
      ? { top: 0, bottom: innerHeight }
      : scroller.getBoundingClientRect();
  const upper = frame.top + covered + MARGIN;
  const bar = parseFloat(getComputedStyle(board).getPropertyValue("--bar")) || BAR;
  const lower = frame.bottom - MARGIN - bar;
  const last = Math.max(...choices.map((choice) => choice.getBoundingClientRect().bottom));
  const headed = Math.min(
    ...choices.map((choice) => (choice.closest("section") ?? choice).getBoundingClientRect().top),
  );
  const bare = Math.min(...choices.map((choice) => choice.getBoundingClientRect().top));
  const first = last - headed <= lower - upper ? headed : bare; // with its heading, if there is room for it
  const by = first < upper ? first - upper : Math.min(Math.max(0, last - lower), first - upper);
  if (by) scroller.scrollBy({ top: by, behavior: settings.still ? "auto" : "smooth" });
}
