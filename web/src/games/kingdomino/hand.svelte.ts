/** The domino in the hand: over which place it is held, how it is turned, and which legal placement that means.
 *
 * It is held by one of its squares, which is over the place pointed at. A person's wish how it be turned is kept: where it
 * does not fit that way the domino turns by itself, and turns back where it does. */
import { isDouble, sameCell, turnOf, type Cell, type Domino, type Placement, type Turn } from "./model";

export type Grip = "left" | "right";

export interface Way {
  turn: Turn;
  grip: Grip;
}

/** A legal placement, held by the square that covers a certain place. */
export interface Hold extends Way {
  placement: Placement;
}

const TURNS = 4;
const GRIPS: Grip[] = ["left", "right"];

/** All legal ways to cover a place: clockwise, held by the left square first. */
export function holdsAt(placements: Placement[], cell: Cell): Hold[] {
  return GRIPS.flatMap((grip) =>
    placements
      .filter((placement) => sameCell(placement[grip], cell))
      .map((placement) => ({ placement, grip, turn: turnOf(placement) }))
      .sort((one, other) => one.turn - other.turn),
  );
}

/** Where the other square is, seen from the one that is held. */
function side({ turn, grip }: Way): number {
  return grip === "left" ? turn : (turn + 2) % TURNS;
}

function quarters(from: number, to: number): number {
  const clockwise = (to - from + TURNS) % TURNS;
  return Math.min(clockwise, TURNS - clockwise);
}

/** How far a way to hold the domino is from the one wished for. To shift it is less than to turn it. */
export function distance(way: Way, wish: Way, double: boolean): number {
  if (double) return [0, 2, 1][quarters(side(way), side(wish))]!;
  if (way.turn === wish.turn) return way.grip === wish.grip ? 0 : 1;
  return 2 * quarters(way.turn, wish.turn) + (way.grip === wish.grip ? 0 : 1);
}

/** Of several holds the one nearest to the wish. */
export function nearest(holds: Hold[], wish: Way, double: boolean): Hold | null {
  return holds.reduce<Hold | null>(
    (best, hold) => (best && distance(best, wish, double) <= distance(hold, wish, double) ? best : hold),
    null,
  );
}

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
    const { holds, hold } = this;
    if (hold) this.wish = holds[(holds.indexOf(hold) + step + holds.length) % holds.length]!;
    else this.wish = { ...this.wish, turn: ((this.wish.turn + step + TURNS) % TURNS) as Turn };
  }

  #nearest(holds: Hold[]): Hold | null {
    return this.domino ? nearest(holds, this.wish, isDouble(this.domino)) : null;
  }
}
