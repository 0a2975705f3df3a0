/** The territories of a kingdom, to draw outlines. Their points come from the server. */
import type { Square, Terrain } from "../position";

export interface Territory {
  terrain: Terrain;
  squares: Square[];
  crowns: number;
  /** Its outline as a path, in squares. */
  outline: string;
  /** The square nearest to its middle, for a label. */
  middle: Square;
}

const SIDES = [
  { dx: 0, dy: -1, line: [0, 0, 1, 0] },
  { dx: 1, dy: 0, line: [1, 0, 1, 1] },
  { dx: 0, dy: 1, line: [1, 1, 0, 1] },
  { dx: -1, dy: 0, line: [0, 1, 0, 0] },
] as const;

const key = (x: number, y: number) => `${x},${y}`;

/** Return the territories of a kingdom: connected squares of one terrain. */
export function territories(squares: Square[]): Territory[] {
  const left = new Map(squares.map((square) => [key(square.x, square.y), square]));
  const found: Territory[] = [];
  for (const square of squares) {
    if (!left.delete(key(square.x, square.y))) continue;
    const group = [square];
    for (const one of group) {
      for (const { dx, dy } of SIDES) {
        const place = key(one.x + dx, one.y + dy);
        const next = left.get(place);
        if (next?.terrain !== square.terrain) continue;
        left.delete(place);
        group.push(next);
      }
    }
    found.push({
      terrain: square.terrain,
      squares: group,
      crowns: group.reduce((sum, { crowns }) => sum + crowns, 0),
      outline: outline(group),
      middle: middle(group),
    });
  }
  return found;
}

/** Return the sides of squares that have no square of the group beyond them. */
function outline(group: Square[]): string {
  const inside = new Set(group.map(({ x, y }) => key(x, y)));
  return group
    .flatMap(({ x, y }) =>
      SIDES.filter(({ dx, dy }) => !inside.has(key(x + dx, y + dy))).map(
        ({ line: [x1, y1, x2, y2] }) => `M${x + x1} ${y + y1}L${x + x2} ${y + y2}`,
      ),
    )
    .join("");
}

function middle(group: Square[]): Square {
  const x = group.reduce((sum, one) => sum + one.x, 0) / group.length;
  const y = group.reduce((sum, one) => sum + one.y, 0) / group.length;
  const away = (one: Square) => (one.x - x) ** 2 + (one.y - y) ** 2;
  return group.reduce((best, one) => (away(one) < away(best) ? one : best));
}
