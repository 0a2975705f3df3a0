/** Moving through a board by the arrow keys: to the nearest space that there is in that direction. */
import { placeOf } from "./geometry";
import type { Space } from "./types";

const STEPS: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** To leave the row or column counts for more than to go far. */
const ASIDE = 3;

export function nextSpace(key: string, from: Space, spaces: Iterable<Space>): Space | null {
  const step = STEPS[key];
  if (!step) return null;
  const [dx, dy] = step;
  const start = placeOf(from);
  let [best, least] = [null as Space | null, Infinity];
  for (const space of spaces) {
    const { column, row } = placeOf(space);
    const [x, y] = [column - start.column, row - start.row];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead <= 0 || aside > ahead * 4) continue;
    const cost = ahead + aside * ASIDE;
    if (cost < least) [best, least] = [space, cost];
  }
  return best;
}
