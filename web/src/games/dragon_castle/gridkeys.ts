/** Moving through a board by keys. Left and right go through all spaces in reading order, so that each can be reached; up and
 * down to the next row that has any, as straight as possible; Home and End to the ends of the row. */
import { placeOf } from "./geometry";
import type { Space } from "./types";

export function nextSpace(key: string, from: Space, spaces: Iterable<Space>): Space | null {
  const places = [...spaces].map((space) => ({ space, ...placeOf(space) }));
  places.sort((one, other) => one.row - other.row || one.column - other.column);
  const start = placeOf(from);
  const index = places.findIndex(({ space }) => space === from);
  const beside = places.filter(({ row }) => row === start.row);
  switch (key) {
    case "ArrowLeft":
      return places[index - 1]?.space ?? null;
    case "ArrowRight":
      return places[index + 1]?.space ?? null;
    case "ArrowUp":
      return straightest(start.column, places.filter(({ row }) => row < start.row).reverse());
    case "ArrowDown":
      return straightest(
        start.column,
        places.filter(({ row }) => row > start.row),
      );
    case "Home":
      return beside[0]?.space ?? null;
    case "End":
      return beside.at(-1)?.space ?? null;
    default:
      return null;
  }
}

interface Placed {
  space: Space;
  row: number;
  column: number;
}

/** Of the first row of these, the space that is nearest to a column. */
function straightest(column: number, places: Placed[]): Space | null {
  const row = places.filter((place) => place.row === places[0]?.row);
  row.sort((one, other) => Math.abs(one.column - column) - Math.abs(other.column - column));
  return row[0]?.space ?? null;
}
