/** A Realm from above: the type of each stack, its height, and the Shrines. */
import {
  fillPath,
  fillRound,
  grid,
  INK,
  LINE,
  RED,
  SANS,
  SHEET,
  strokeRound,
  type PaintSeat,
} from "$lib/painter";
import type { Position } from "./position";

const TYPES: [start: string, colour: string][] = [
  ["merchants", "#e6bd4f"],
  ["soldiers", "#ea9c90"],
  ["farmers", "#a9cc66"],
  ["spring", "#84b6df"],
  ["summer", "#84b6df"],
  ["autumn", "#84b6df"],
  ["winter", "#84b6df"],
];
const WIND = "#80cdc1";
const DRAGON = "#c6a8de";
const FACE_DOWN = "#8d775a";
const SHRINE = "M0 3C3 3 4 1.500 5 0c1 1.500 2 3 5 3l-1 1.200v5.800h-2.700V7H3.700v3H1V4.200z";

function colourOf(tile: string | null): string {
  if (tile === null) return FACE_DOWN;
  if (tile.endsWith("_wind")) return WIND;
  return TYPES.find(([start]) => tile.startsWith(start))?.[1] ?? DRAGON;
}

export const paint: PaintSeat<Position> = (brush, position, seat, box) => {
  const columns = Number(position.options.realm_columns);
  const rows = Number(position.options.realm_rows);
  const { size, left, top } = grid(box, columns, rows);
  const field = (column: number, row: number) => ({
    x: left + column * size + 1.5,
    y: top + row * size + 1.5,
    width: size - 3,
    height: size - 3,
  });
  brush.lineWidth = 1;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      fillRound(brush, field(column, row), 4, SHEET);
      strokeRound(brush, field(column, row), 4, LINE);
    }
  }
  for (const { space, height, tile, shrine } of position.realms[seat]?.stacks ?? []) {
    const place = field(space.charCodeAt(0) - "a".charCodeAt(0), Number(space.slice(1)) - 1);
    fillRound(brush, place, 4, colourOf(tile));
    strokeRound(brush, place, 4, INK);
    if (shrine) fillPath(brush, SHRINE, place.x + size * 0.2, place.y + size * 0.14, size / 17, RED);
    if (height > 1) {
      brush.fillStyle = tile === null ? SHEET : INK;
      brush.font = `700 ${Math.round(size * 0.28)}px ${SANS}`;
      brush.textAlign = "right";
      brush.textBaseline = "alphabetic";
      brush.fillText(String(height), place.x + place.width - 4, place.y + place.height - 4);
    }
  }
};
