/** Keyboard navigation of a board. Left and right go through all spaces in reading order; up and down to the next row that
 * has any, as straight as possible; Home and End to the ends of the row; Page Up and Page Down to the next choice. */
import { placeOf, type Place } from "./parts/geometry";
import type { Space } from "./position";

export function nextSpace(
  key: string,
  from: Space,
  spaces: Iterable<Space>,
  choices: Iterable<Space>,
): Space | null {
  const places = inOrder(spaces);
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
    case "PageUp":
      return inOrder(choices).findLast((place) => isBefore(place, start))?.space ?? null;
    case "PageDown":
      return inOrder(choices).find((place) => isBefore(start, place))?.space ?? null;
    default:
      return null;
  }
}

interface Placed extends Place {
  space: Space;
}

function inOrder(spaces: Iterable<Space>): Placed[] {
  const places = [...spaces].map((space) => ({ space, ...placeOf(space) }));
  return places.sort((one, other) => (isBefore(one, other) ? -1 : 1));
}

function isBefore(one: Place, other: Place): boolean {
  return one.row < other.row || (one.row === other.row && one.column < other.column);
}

/** Return the space of the first row that is nearest to a column. */
function straightest(column: number, places: Placed[]): Space | null {
  const row = places.filter((place) => place.row === places[0]?.row);
  row.sort((one, other) => Math.abs(one.column - column) - Math.abs(other.column - column));
  return row[0]?.space ?? null;
}
