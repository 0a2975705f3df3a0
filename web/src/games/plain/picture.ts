/** The picture to share: the initial of the game on its colour. */
import { SERIF, SHEET, type Box, type Brush, type PaintSeat } from "$lib/painter";
import { hueOf, initialOf } from "./colours";

const LARGEST = 90;

function paintInitial(brush: Brush, game: string, { x, y, width, height }: Box): void {
  const radius = Math.min(width / 2, height / 2, LARGEST);
  const [middle, centre] = [x + width / 2, y + height / 2];
  brush.fillStyle = `hsl(${hueOf(game)} 38% 42%)`;
  brush.beginPath();
  brush.arc(middle, centre, radius, 0, 2 * Math.PI);
  brush.fill();
  brush.fillStyle = SHEET;
  brush.font = `700 ${Math.round(radius * 1.1)}px ${SERIF}`;
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  brush.fillText(initialOf(game), middle, centre);
}

export function paint(game: string): PaintSeat<unknown> {
  return (brush, _position, _seat, box) => paintInitial(brush, game, box);
}
