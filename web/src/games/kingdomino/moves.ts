/** The decisions of Kingdomino by kind. */
import type { Move } from "$games/contract";
import type { Cell } from "./position";

export type Decision =
  { kind: "claim"; domino: number } | { kind: "place"; left: Cell; right: Cell } | { kind: "discard" };

/** The direction from the left square of a domino to its right one: east, south, west, north. */
export type Turn = 0 | 1 | 2 | 3;

export const STEPS: Record<Turn, Cell> = { 0: [1, 0], 1: [0, 1], 2: [-1, 0], 3: [0, -1] };

/** The squares of the two halves of a domino. */
export interface Covered {
  left: Cell;
  right: Cell;
}

/** A legal way to place the domino. */
export interface Placement extends Covered {
  decision: number;
}

/** Return the legal placements. */
export function placements(moves: Move[], fields: Decision[]): Placement[] {
  return moves.flatMap(([decision]) => {
    const meant = fields[decision];
    return meant?.kind === "place" ? [{ decision, left: meant.left, right: meant.right }] : [];
  });
}

/** Return the legal claims: the decision for each domino that may be claimed. */
export function claims(moves: Move[], fields: Decision[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const [decision] of moves) {
    const meant = fields[decision];
    if (meant?.kind === "claim") found.set(meant.domino, decision);
  }
  return found;
}

/** Return the decision to discard the domino, if it is legal. */
export function discard(moves: Move[], fields: Decision[]): number | null {
  return moves.find(([decision]) => fields[decision]?.kind === "discard")?.[0] ?? null;
}

/** Return the decision that claims a domino, legal or not. */
export function claimOf(domino: number, fields: Decision[]): number | null {
  return found(fields.findIndex((meant) => meant.kind === "claim" && meant.domino === domino));
}

/** Return the decision that covers these squares, legal or not; null if no domino ever could. */
export function placementOf({ left, right }: Covered, fields: Decision[]): number | null {
  return found(
    fields.findIndex(
      (meant) => meant.kind === "place" && sameCell(meant.left, left) && sameCell(meant.right, right),
    ),
  );
}

function found(index: number): number | null {
  return index < 0 ? null : index;
}

export function sameCell(one: Cell, other: Cell): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

export function covers({ left, right }: Covered, cell: Cell): boolean {
  return sameCell(left, cell) || sameCell(right, cell);
}

export function turnOf({ left, right }: Covered): Turn {
  if (right[0] !== left[0]) return right[0] > left[0] ? 0 : 2;
  return right[1] > left[1] ? 1 : 3;
}
