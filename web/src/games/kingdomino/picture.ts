/** A kingdom as a coloured map with its crowns, for the picture to share. */
import {
  fillPath,
  fillRound,
  GOLD_SOFT,
  grid,
  INK,
  LINE,
  RED,
  strokeRound,
  type PaintSeat,
} from "$lib/painter";
import type { Position } from "./position";

const TERRAINS: Record<string, string> = {
  wheat: "#e6bd4f",
  forest: "#4e7f4a",
  lake: "#6aa3d6",
  grass: "#a9cc66",
  swamp: "#a08a6a",
  mine: "#5a525c",
};
const CROWN = "M1 8L0 2l3 2.5L5 0l2 4.5L10 2L9 8z";
const CASTLE = "M1 10V3h2v2h1.5V1h1v4H7V3h2v7z";

export const paint: PaintSeat<Position> = (brush, position, seat, box) => {
  const kingdom = position.kingdoms[seat];
  if (!kingdom) return;
  const { west, east, north, south } = kingdom.bounds;
  const { size, left, top } = grid(box, Math.max(5, east - west + 1), Math.max(5, south - north + 1));
  const field = (x: number, y: number) => ({
    x: left + (x - west) * size + 1,
    y: top + (y - north) * size + 1,
    width: size - 2,
    height: size - 2,
  });
  brush.lineWidth = 1;
  for (const { x, y, terrain, crowns } of kingdom.squares) {
    const place = field(x, y);
    fillRound(brush, place, 4, TERRAINS[terrain] ?? LINE);
    const width = Math.min(size / 2.2, (size - 6) / Math.max(1, crowns));
    for (let crown = 0; crown < crowns; crown++) {
      const from = place.x + place.width / 2 + (crown - crowns / 2) * width + width * 0.06;
      fillPath(brush, CROWN, from - 0.8, place.y + place.height / 2 - width * 0.42, width / 10.5, INK);
      fillPath(brush, CROWN, from, place.y + place.height / 2 - width * 0.4, width / 11.5, GOLD_SOFT);
    }
  }
  const home = field(0, 0);
  fillRound(brush, home, 4, "#fffaf0");
  strokeRound(brush, home, 4, RED);
  fillPath(brush, CASTLE, home.x + size * 0.12, home.y + size * 0.1, size / 13, RED);
};
