/** Geometry of the drawings. Castle and Realms are seen from above and in front. Faces keep their shape, for symbols to be
 * legible; each floor is shifted up and to the left, for blocks to show their front and right sides. */
import type { Space } from "../position";

export const WIDTH = 40;
export const HEIGHT = 52;
/** The shift of a floor to the left and up. */
export const LEAN = 5;
export const RISE = 8;
/** The largest height drawn; higher stacks only show their number. */
const HIGHEST_DRAWN = 5;
const ROUND = 4;
const CORNER = ROUND * (1 - Math.SQRT1_2);

export interface Point {
  x: number;
  y: number;
}

export interface Place {
  column: number;
  row: number;
}

export function placeOf(space: Space): Place {
  return { column: space.charCodeAt(0) - 97, row: Number(space.slice(1)) - 1 };
}

export function spaceAt(column: number, row: number): Space {
  return `${columnName(column)}${row + 1}`;
}

export function columnName(column: number): string {
  return String.fromCharCode(97 + column);
}

/** Return the upper left corner of the face of a block on a floor. Floor 0 is the ground. */
export function faceAt(space: Space, floor: number): Point {
  const { column, row } = placeOf(space);
  const shown = Math.min(floor, HIGHEST_DRAWN);
  return { x: column * WIDTH - shown * LEAN, y: row * HEIGHT - shown * RISE };
}

/** Return the floors of a stack that are drawn below its top. */
export function floorsBelow(height: number): number[] {
  return Array.from({ length: Math.min(height, HIGHEST_DRAWN) - 1 }, (_, below) => below + 1);
}

/** Return the outline of a face extended down and to the right by a share of a floor. */
function pulled(share: number): string {
  const [dx, dy] = [LEAN * share, RISE * share];
  return (
    `M${CORNER} ${HEIGHT - CORNER}l${dx} ${dy}a${ROUND} ${ROUND} 0 0 0 ${ROUND - CORNER} ${CORNER}` +
    `h${WIDTH - 2 * ROUND}a${ROUND} ${ROUND} 0 0 0 ${ROUND} ${-ROUND}v${2 * ROUND - HEIGHT}` +
    `a${ROUND} ${ROUND} 0 0 0 ${-CORNER} ${CORNER - ROUND}l${-dx} ${-dy}z`
  );
}

/** The back of a tile, its lower layer; and its upper layer, which is of ivory. */
export const BACK_LAYER = pulled(1);
export const IVORY_LAYER = pulled(0.5);
/** The front of both, which lies in the shade. */
export const FRONT_SHADE =
  `M${CORNER} ${HEIGHT - CORNER}l${LEAN} ${RISE}a${ROUND} ${ROUND} 0 0 0 ${ROUND - CORNER} ${CORNER}` +
  `h${WIDTH - 2 * ROUND}a${ROUND} ${ROUND} 0 0 0 ${ROUND - CORNER} ${-CORNER}l${-LEAN} ${-RISE}z`;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Room for the names of rows and columns, on the sides to which nothing leans. */
const NAMES = 16;

/** Return the box of a grid of spaces, with floors up to a height and the names of rows and columns. */
export function frame(columns: number, rows: number, floors: number, names = true): Box {
  const [left, top] = [floors * LEAN + 4, floors * RISE + 4];
  const margin = names ? NAMES : 6;
  return { x: -left, y: -top, width: left + columns * WIDTH + margin, height: top + rows * HEIGHT + margin };
}

/** Return the class that colours a block by its floor. */
export function floorClass(floor: number): string {
  return `dc-floor-${Math.min(floor, 4)}`;
}
