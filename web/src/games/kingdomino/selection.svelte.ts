/** The domino in the hand: over which place it is held, how it is turned, and which legal placement that means.
 *
 * It is held by one of its squares, which is over the place pointed at. A person's wish how it be turned is kept: where it
 * does not fit that way the domino turns by itself, and turns back where it does. */
import { following, holdsAt, nearest, turned, type Hold, type Way } from "./holds";
import type { Placement, Turn } from "./moves";
import { isDouble, type Cell, type Domino } from "./position";

/** How a domino is put down: by a press on the place, dragged there, or by keys. */
export type Means = "press" | "drag" | "key";

export class Hand {
  domino = $state.raw<Domino | null>(null);
  placements = $state.raw<Placement[]>([]);
  /** The place pointed at, by whatever means. */
  cell = $state.raw<Cell | null>(null);
  wish = $state.raw<Way>({ turn: 0, grip: "left" });
  /** Where on the screen it is carried, if it follows a pointer. */
  carried = $state.raw<{ x: number; y: number } | null>(null);

  holds = $derived(this.cell ? this.holdsAt(this.cell) : []);
  hold = $derived(this.#nearest(this.holds));
  /** How the domino is turned now. */
  turn = $derived<Turn>(this.hold?.turn ?? this.wish.turn);

  /** Take a domino up; one that is already in the hand stays as it is. */
  take(domino: Domino | null, placements: Placement[]): void {
    if (domino?.number !== this.domino?.number) this.wish = { turn: 0, grip: "left" };
    this.domino = domino;
    this.placements = placements;
  }

  /** All legal ways to cover a place. */
  holdsAt(cell: Cell): Hold[] {
    return holdsAt(this.placements, cell);
  }

  /** The hold that one would get at a place. */
  holdAt(cell: Cell): Hold | null {
    return this.#nearest(this.holdsAt(cell));
  }

  /** Have it follow a pointer; null to lay it back. */
  carry(point: { x: number; y: number } | null): void {
    this.carried = this.domino ? point : null;
  }

  /** Whether the domino fits at a place turned as wished. */
  fits(cell: Cell): boolean {
    const hold = this.holdAt(cell);
    if (!hold || !this.domino) return false;
    return isDouble(this.domino) ? hold.turn % 2 === this.wish.turn % 2 : hold.turn === this.wish.turn;
  }

  /** Turn it, clockwise or (-1) back: where it is over a place it fits in, only through the ways in which it fits. */
  rotate(step: 1 | -1): void {
    this.wish = this.hold
      ? following(this.holds, this.hold, step)
      : { ...this.wish, turn: turned(this.wish.turn, step) };
  }

  #nearest(holds: Hold[]): Hold | null {
    return this.domino ? nearest(holds, this.wish, isDouble(this.domino)) : null;
  }
}
