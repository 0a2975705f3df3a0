/** Bringing what is asked into view: only the part of the page that scrolls is moved, and only if it must be. */
import { settings } from "$lib/settings.svelte";
import { allChoices } from "./keys";

const MARGIN = 14;
/** The bar with the question lies over the lower edge. */
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
  const boxes = allChoices(board).map((choice) => choice.getBoundingClientRect());
  if (!boxes.length) return;
  const scroller = scrollerOf(board);
  const whole = scroller === document.documentElement;
  const frame = whole ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
  const above = frame.top + covered + MARGIN - Math.min(...boxes.map((box) => box.top));
  const below = Math.max(...boxes.map((box) => box.bottom)) - (frame.bottom - BAR - MARGIN);
  const by = above > 0 ? -above : Math.min(Math.max(0, below), -above);
  if (by) scroller.scrollBy({ top: by, behavior: settings.still ? "auto" : "smooth" });
}
