/** The domino in hand: the place it is held over, its direction, and the legal placement that results.
 *
 * It is held by one of its squares, over the place pointed at. Where it does not fit in the direction that the player chose,
 * the domino turns by itself, and turns back where it does fit. */
import { following, holdsAt, nearest, turned, type Hold, type Way } from "./holds";
import type { Placement, Turn } from "./moves";
import { isDouble, type Cell, type Domino } from "./position";

/** The way a domino is put down: by pressing the place, by dragging, or by keys. */
export type Means = "press" | "drag" | "key";

export class Hand {
  domino = $state.raw<Domino | null>(null);
  placements = $state.raw<Placement[]>([]);
  /** The place pointed at, by pointer or keys. */
  cell = $state.raw<Cell | null>(null);
  /** The direction and grip that the player chose. */
  wish = $state.raw<Way>({ turn: 0, grip: "left" });
  /** The point of the screen where it is carried, if it follows a pointer. */
  carried = $state.raw<{ x: number; y: number } | null>(null);

  holds = $derived(this.cell ? this.holdsAt(this.cell) : []);
  hold = $derived(this.#nearest(this.holds));
  /** The current direction of the domino. */
  turn = $derived<Turn>(this.hold?.turn ?? this.wish.turn);

  /** Take a domino; one that is already in hand keeps its direction. */
  take(domino: Domino | null, placements: Placement[]): void {
    if (domino?.number !== this.domino?.number) this.wish = { turn: 0, grip: "left" };
    this.domino = domino;
    this.placements = placements;
  }

  /** Return all legal ways to cover a place. */
  holdsAt(cell: Cell): Hold[] {
    return holdsAt(this.placements, cell);
  }

  /** Return the way that the domino would be held over a place. */
  holdAt(cell: Cell): Hold | null {
    return this.#nearest(this.holdsAt(cell));
  }

  /** Let it follow a pointer; null puts it back. */
  carry(point: { x: number; y: number } | null): void {
    this.carried = this.domino ? point : null;
  }

  /** Return true if the domino fits at a place in the direction that the player chose. */
  fits(cell: Cell): boolean {
    const hold = this.holdAt(cell);
    if (!hold || !this.domino) return false;
    return isDouble(this.domino) ? hold.turn % 2 === this.wish.turn % 2 : hold.turn === this.wish.turn;
  }

  /** Turn it clockwise, or back (-1). Over a place where it fits, skip the directions in which it does not. */
  rotate(step: 1 | -1): void {
    this.wish = this.hold
      ? following(this.holds, this.hold, step)
      : { ...this.wish, turn: turned(this.wish.turn, step) };
  }

  #nearest(holds: Hold[]): Hold | null {
    return this.domino ? nearest(holds, this.wish, isDouble(this.domino)) : null;
  }
}
