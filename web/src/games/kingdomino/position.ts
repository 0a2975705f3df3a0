/** The position of Kingdomino as the server sends it, and its pieces. */
export type Terrain = "wheat" | "forest" | "lake" | "grass" | "swamp" | "mine";

/** A place relative to the castle: x grows to the east, y to the south. */
export type Cell = readonly [x: number, y: number];

export interface Land {
  terrain: Terrain;
  crowns: number;
}

export interface Domino {
  number: number;
  left: Land;
  right: Land;
}

export interface Pieces {
  terrains: Terrain[];
  dominoes: Domino[];
  bonuses: { harmony: number; middle_kingdom: number };
}

export interface Bounds {
  west: number;
  east: number;
  north: number;
  south: number;
}

export interface Placed {
  domino: number;
  left: Cell;
  right: Cell;
}

export interface Square extends Land {
  x: number;
  y: number;
  domino: number;
}

export interface Kingdom {
  placed: Placed[];
  squares: Square[];
  bounds: Bounds;
}

/** A domino of a line, and the seat of the king on it. */
export interface InLine {
  domino: number;
  seat: number | null;
}

export interface Position {
  players: number;
  options: Record<string, boolean | string>;
  phase: "claim" | "place" | "over";
  seat: number | null;
  game_number: number;
  first_order: number[];
  current_line: InLine[];
  next_line: InLine[];
  discarded: number[];
  kingdoms: Kingdom[];
  past_games: { kingdoms: { placed: Placed[] }[] }[];
  deck: number;
  line_number: number;
  lines: number;
  grid: number;
}

/** Return true if a domino looks the same turned round. */
export function isDouble({ left, right }: Domino): boolean {
  return left.terrain === right.terrain && left.crowns === right.crowns;
}

/** Return a domino by the number on its back. */
export function dominoOf(pieces: Pieces, number: number): Domino {
  return pieces.dominoes[number - 1]!;
}

/** Return the domino to place now. */
export function inHand(position: Position): number | null {
  return position.phase === "place" ? (position.current_line[0]?.domino ?? null) : null;
}

/** Return the bounds that a kingdom may grow to within its grid. */
export function reach({ west, east, north, south }: Bounds, grid: number): Bounds {
  return { west: east - grid + 1, east: west + grid - 1, north: south - grid + 1, south: north + grid - 1 };
}

/** The most squares that a domino reaches beyond the kingdom. */
const BEYOND = 2;

/** Return the bounds that the next domino can reach within the grid. */
export function playable(bounds: Bounds, grid: number): Bounds {
  const most = reach(bounds, grid);
  return {
    west: Math.max(bounds.west - BEYOND, most.west),
    east: Math.min(bounds.east + BEYOND, most.east),
    north: Math.max(bounds.north - BEYOND, most.north),
    south: Math.min(bounds.south + BEYOND, most.south),
  };
}

/** Return true if a place is within bounds, or at most `border` beyond them. */
export function isWithin({ west, east, north, south }: Bounds, [x, y]: Cell, border = 0): boolean {
  return west - border <= x && x <= east + border && north - border <= y && y <= south + border;
}

/** Return the bounds of a kingdom given by its dominoes; the castle is at 0,0. */
export function boundsOf(placed: Placed[]): Bounds {
  const xs = [0, ...placed.flatMap(({ left, right }) => [left[0], right[0]])];
  const ys = [0, ...placed.flatMap(({ left, right }) => [left[1], right[1]])];
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}

/** Return the unseen dominoes of this game: in the deck, or removed before the game. */
export function unseen(position: Position, pieces: Pieces): Set<number> {
  const hidden = new Set(pieces.dominoes.map(({ number }) => number));
  for (const { domino } of [...position.current_line, ...position.next_line]) hidden.delete(domino);
  for (const { placed } of position.kingdoms) for (const { domino } of placed) hidden.delete(domino);
  for (const domino of position.discarded) hidden.delete(domino);
  return hidden;
}
