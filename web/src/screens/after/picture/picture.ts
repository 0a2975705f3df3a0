/** The picture of a finished game to share: winners, points, and the tableau of each seat. */
import { SHAPES } from "$ui/SeatMark.svelte";
import * as P from "$lib/painter";

export const WIDTH = 1200;
export const HEIGHT = 630;

const MARGIN = 56;
const SEATS_TOP = 208;

export interface Scene {
  /** Paints the tableau of a seat. */
  paintSeat: P.PaintSeat<unknown>;
  title: string;
  heading: string;
  reason: string;
  names: string[];
  totals: string[];
  winners: number[];
  position: unknown;
}

function paintGround(brush: P.Brush): void {
  const light = brush.createLinearGradient(0, 0, 0, HEIGHT);
  light.addColorStop(0, P.GOLD_SOFT);
  light.addColorStop(0.55, P.PAPER);
  brush.fillStyle = light;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  brush.fillStyle = P.RED;
  brush.fillRect(0, 0, WIDTH, 12);
  brush.fillStyle = P.GOLD;
  brush.fillRect(0, 12, WIDTH, 3);
}

function paintHeading(brush: P.Brush, { title, heading, reason }: Scene): void {
  brush.textAlign = "left";
  brush.textBaseline = "alphabetic";
  brush.fillStyle = P.INK_2;
  brush.font = `600 28px ${P.SERIF}`;
  brush.fillText(title, MARGIN, 74);
  brush.textAlign = "right";
  brush.fillText("Palatine", WIDTH - MARGIN, 74);
  const mark = WIDTH - MARGIN - brush.measureText("Palatine").width - 46;
  P.fillPath(brush, "M2 13C8 12 12 8 16 3c4 5 8 9 14 10l-3 3H5z", mark, 47, 1, P.RED);
  P.fillPath(brush, "M7 17h18v11H7z", mark, 47, 1, P.GOLD);
  brush.textAlign = "left";
  brush.fillStyle = P.INK;
  brush.font = `700 58px ${P.SERIF}`;
  P.write(brush, heading, MARGIN, 144, WIDTH - 2 * MARGIN);
  brush.fillStyle = P.INK_2;
  brush.font = `400 24px ${P.SANS}`;
  P.write(brush, reason, MARGIN, 184, WIDTH - 2 * MARGIN);
}

function paintSeat(brush: P.Brush, scene: Scene, seat: number, box: P.Box): void {
  const won = scene.winners.includes(seat);
  brush.lineWidth = won ? 4 : 1.5;
  P.fillRound(brush, box, 16, P.SHEET);
  P.strokeRound(brush, box, 16, won ? P.GOLD : P.LINE);
  const inner = { x: box.x + 18, y: box.y + 60, width: box.width - 36, height: box.height - 128 };
  scene.paintSeat(brush, scene.position, seat, inner);

  const mark = SHAPES[seat % SHAPES.length] ?? SHAPES[0];
  P.fillPath(brush, mark, box.x + 18, box.y + 20, 1.05, P.SEATS[seat] ?? P.INK);
  brush.textBaseline = "alphabetic";
  brush.textAlign = "left";
  brush.fillStyle = P.INK;
  brush.font = `600 24px ${P.SANS}`;
  P.write(brush, scene.names[seat] ?? "", box.x + 52, box.y + 41, box.width - 68);
  brush.textAlign = "center";
  brush.font = `700 46px ${P.SERIF}`;
  brush.fillText(scene.totals[seat] ?? "", box.x + box.width / 2, box.y + box.height - 20);
}

/** Paint a game onto a canvas of 1200 by 630 pixels. */
export function paint(canvas: HTMLCanvasElement, scene: Scene): void {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const brush = canvas.getContext("2d");
  if (!brush) return;
  paintGround(brush);
  paintHeading(brush, scene);
  const gap = 20;
  const seats = scene.names.length;
  const width = (WIDTH - 2 * MARGIN - gap * (seats - 1)) / seats;
  for (let seat = 0; seat < seats; seat++) {
    const x = MARGIN + seat * (width + gap);
    paintSeat(brush, scene, seat, { x, y: SEATS_TOP, width, height: HEIGHT - SEATS_TOP - 44 });
  }
}

/** Return the content of a canvas as a PNG file. */
export function asFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => {
      if (blob) done(new File([blob], name, { type: "image/png" }));
      else failed(new Error(name));
    }, "image/png");
  });
}
