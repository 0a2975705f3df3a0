/** Motion on the board: pieces arrive from where they were, choices are scrolled into view, and the gains of each month
 * are kept. */
import type { TransitionConfig } from "svelte/transition";
import { cubicOut } from "svelte/easing";
import { settings } from "$lib/settings.svelte";
import type { Court, Position } from "./position";
import { allChoices } from "./keys";

// ----------------------------------------------------------------------------------------------------------- pieces

const FLIGHT_MS = 600;

/** Arrive from the place marked by `data-place`; grow in place if it is not visible. */
export function from(node: Element, place: string): TransitionConfig {
  const duration = settings.duration(FLIGHT_MS);
  const there = document.querySelector(`[data-place="${CSS.escape(place)}"]`)?.getBoundingClientRect();
  const here = node.getBoundingClientRect();
  if (!there?.width || !here.width) {
    return { duration, easing: cubicOut, css: (t) => `transform: scale(${t}); opacity: ${t}` };
  }
  const dx = there.left + there.width / 2 - here.left - here.width / 2;
  const dy = there.top + there.height / 2 - here.top - here.height / 2;
  return {
    duration,
    easing: cubicOut,
    css: (t, u) => `transform: translate(${dx * u}px, ${dy * u}px); position: relative; z-index: 20`,
  };
}

/** Fade and fall. */
export function away(_node: Element): TransitionConfig {
  return {
    duration: settings.duration(FLIGHT_MS / 2),
    css: (t, u) => `opacity: ${t}; transform: translateY(${u * 14}px) rotate(${u * 6}deg)`,
  };
}

// --------------------------------------------------------------------------------------------------------- choices

const MARGIN = 14;
/** The height of the question bar at the lower edge, unless it is measured. */
const BAR = 74;

function scrollerOf(node: HTMLElement): HTMLElement {
  for (let one = node.parentElement; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight)
      return one;
  }
  return document.documentElement;
}

/** Scroll all choices into view below the sticky upper edge; their beginning if they are too high. */
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
  const first = last - headed <= lower - upper ? headed : bare; // with its heading, if there is room
  const by = first < upper ? first - upper : Math.min(Math.max(0, last - lower), first - upper);
  if (by) scroller.scrollBy({ top: by, behavior: settings.still ? "auto" : "smooth" });
}

// ---------------------------------------------------------------------------------------------- gains of the months

/** Gains and losses of a court without a decision. */
export interface Change {
  yuan: number;
  rice: number;
  fireworks: number;
  points: number;
}

/** The stages in which nothing happens without a decision. */
const DECIDED = ["draft", "action", "person"];
/** Points of an action belong to the decision, not to the month. */
const OF_ACTIONS = "research";

const pointsOf = (court: Court) => court.score - (court.earned[OF_ACTIONS] ?? 0);

function change(before: Court, after: Court): Change {
  return {
    yuan: after.yuan - before.yuan,
    rice: after.rice - before.rice,
    fireworks: after.fireworks - before.fireworks,
    points: pointsOf(after) - pointsOf(before),
  };
}

export class Chronicle {
  /** The changes of each seat, by month. */
  months = $state.raw<Record<number, Change[]>>({});
  #last: Position | null = null;
  #base: Position | null = null;

  /** Record the next position. A month that was not seen from its beginning is left out. */
  see(position: Position): void {
    const last = this.#last;
    this.#last = position;
    if (!last || position.month < last.month || position.month > last.month + 1) {
      this.#base = null;
      return;
    }
    const happening =
      position.month > last.month || position.phase === "over" || !DECIDED.includes(position.stage);
    if (happening && last.month > 0 && DECIDED.includes(last.stage)) this.#base = last;
    const base = this.#base;
    if (base && position.month > base.month) {
      const brought = base.courts.map((court, seat) => change(court, position.courts[seat]!));
      this.months = { ...this.months, [base.month]: brought };
      this.#base = null;
    }
  }
}
