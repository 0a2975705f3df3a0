/** The palaces of a court as little pagodas: an occupied floor is bright. */
import { fillRound, GOLD, INK_2, LINE, RED, strokeRound, type PaintSeat } from "$lib/painter";
import type { Position } from "./position";

const HIGHEST = 3;
const ROOF = 0.45;

export const paint: PaintSeat<Position> = (brush, position, seat, box) => {
  const palaces = position.courts[seat]?.palaces ?? [];
  const columns = Math.max(3, Math.ceil(palaces.length / (palaces.length > 5 ? 2 : 1)));
  const rows = Math.max(1, Math.ceil(palaces.length / columns));
  const width = Math.min(box.width / columns, 90);
  const height = Math.min(box.height / rows, width * 2.1);
  const floor = (height - 10) / (HIGHEST + ROOF);
  const left = box.x + (box.width - width * Math.min(columns, Math.max(1, palaces.length))) / 2;
  const top = box.y + (box.height - height * rows) / 2;

  brush.lineWidth = 1.5;
  palaces.forEach((palace, number) => {
    const x = left + (number % columns) * width + width * 0.14;
    const ground = top + (Math.floor(number / columns) + 1) * height - 6;
    const wide = width * 0.72;
    for (let level = 0; level < palace.floors; level++) {
      const inside = { x: x + 4, y: ground - (level + 1) * floor + 3, width: wide - 8, height: floor - 4 };
      fillRound(brush, inside, 3, level < palace.persons.length ? GOLD : "#fffaf0");
      strokeRound(brush, inside, 3, INK_2);
    }
    const eaves = ground - palace.floors * floor + 2;
    brush.fillStyle = RED;
    brush.beginPath();
    brush.moveTo(x - 5, eaves);
    brush.quadraticCurveTo(x + wide * 0.3, eaves - floor * 0.12, x + wide / 2, eaves - floor * ROOF);
    brush.quadraticCurveTo(x + wide * 0.7, eaves - floor * 0.12, x + wide + 5, eaves);
    brush.closePath();
    brush.fill();
  });
  brush.fillStyle = LINE;
  for (let row = 1; row <= rows; row++) brush.fillRect(box.x, top + row * height - 5, box.width, 2);
};
