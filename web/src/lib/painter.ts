/** Colours and drawing functions for the pictures to share. Always light, whatever the theme of the app. */
export const PAPER = "#f5ecdb";
export const SHEET = "#fffaf0";
export const LINE = "#d9c8a8";
export const INK = "#2c2118";
export const INK_2 = "#5f4e3b";
export const RED = "#a8321f";
export const GOLD = "#b98a1f";
export const GOLD_SOFT = "#f3e0ab";
export const SEATS = ["#b3392b", "#2563a0", "#2e7d4f", "#8a4fa0", "#9a6a12"];
export const SERIF = 'Palatino, "Palatino Linotype", "Book Antiqua", "URW Palladio L", P052, Georgia, serif';
export const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

export type Brush = CanvasRenderingContext2D;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Paints the final tableau of one seat into a box. */
export type PaintSeat<Position> = (brush: Brush, position: Position, seat: number, box: Box) => void;

export function fillRound(brush: Brush, { x, y, width, height }: Box, radius: number, colour: string): void {
  brush.fillStyle = colour;
  brush.beginPath();
  brush.roundRect(x, y, width, height, radius);
  brush.fill();
}

export function strokeRound(
  brush: Brush,
  { x, y, width, height }: Box,
  radius: number,
  colour: string,
): void {
  brush.strokeStyle = colour;
  brush.beginPath();
  brush.roundRect(x, y, width, height, radius);
  brush.stroke();
}

/** Fill an SVG path, scaled, with its origin at a point. */
export function fillPath(
  brush: Brush,
  path: string,
  x: number,
  y: number,
  scale: number,
  colour: string,
): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(scale, scale);
  brush.fillStyle = colour;
  brush.fill(new Path2D(path));
  brush.restore();
}

/** Write a text, cut off with an ellipsis if it is too wide. */
export function write(brush: Brush, text: string, x: number, y: number, width: number): void {
  let shown = text;
  while (shown.length > 1 && brush.measureText(shown).width > width)
    shown = `${shown.slice(0, -2).trimEnd()}…`;
  brush.fillText(shown, x, y);
}

/** Fit a grid of squares into the middle of a box. Return the size of a square and the corner of the grid. */
export function grid(box: Box, columns: number, rows: number): { size: number; left: number; top: number } {
  const size = Math.min(box.width / columns, box.height / rows);
  return {
    size,
    left: box.x + (box.width - size * columns) / 2,
    top: box.y + (box.height - size * rows) / 2,
  };
}
