/** The ways to hold a domino over a place: by its left or its right square, in four directions. */
import { sameCell, STEPS, turnOf, type Covered, type Placement, type Turn } from "./moves";
import type { Cell } from "./position";

export type Grip = "left" | "right";

export interface Way {
  turn: Turn;
  grip: Grip;
}

/** A legal placement, held by the square that covers a given place. */
export interface Hold extends Way {
  placement: Placement;
}

const TURNS = 4;
const GRIPS: Grip[] = ["left", "right"];

/** Return all legal ways to cover a place: held by the left square first, clockwise. */
export function holdsAt(placements: Placement[], cell: Cell): Hold[] {
  return GRIPS.flatMap((grip) =>
    placements
      .filter((placement) => sameCell(placement[grip], cell))
      .map((placement) => ({ placement, grip, turn: turnOf(placement) }))
      .sort((one, other) => one.turn - other.turn),
  );
}

/** Return the direction from the held square to the other one. */
export function side({ turn, grip }: Way): Turn {
  return grip === "left" ? turn : turned(turn, 2);
}

/** Return the squares that a domino held over a place covers, legal or not. */
export function coveredAt([x, y]: Cell, way: Way): Covered {
  const [right, down] = STEPS[side(way)];
  const other: Cell = [x + right, y + down];
  return way.grip === "left" ? { left: [x, y], right: other } : { left: other, right: [x, y] };
}

/** Return a turn some quarters further, clockwise. */
export function turned(turn: Turn, quarters: number): Turn {
  return ((((turn + quarters) % TURNS) + TURNS) % TURNS) as Turn;
}

function quarters(from: Turn, to: Turn): number {
  const clockwise = turned(to, -from);
  return Math.min(clockwise, TURNS - clockwise);
}

/** Return how far a way to hold the domino is from the preferred one. Shifting counts less than turning. */
export function distance(way: Way, wish: Way, double: boolean): number {
  if (double) return [0, 2, 1][quarters(side(way), side(wish))]!;
  return 2 * quarters(way.turn, wish.turn) + (way.grip === wish.grip ? 0 : 1);
}

/** Return the hold nearest to the preferred way. */
export function nearest(holds: Hold[], wish: Way, double: boolean): Hold | null {
  return holds.reduce<Hold | null>(
    (best, hold) => (best && distance(best, wish, double) <= distance(hold, wish, double) ? best : hold),
    null,
  );
}

/** Return the next of the holds, cyclically. */
export function following(holds: Hold[], hold: Hold, step: 1 | -1): Hold {
  return holds[(holds.indexOf(hold) + step + holds.length) % holds.length]!;
}
