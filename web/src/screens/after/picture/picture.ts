/** A picture of a finished game to share: who has won, how many points everybody has, and what they have built. */
import type { GameName } from "$games/index";
import { SHAPES } from "$ui/SeatMark.svelte";
import { paintRealm } from "./dragon_castle";
import { paintKingdom } from "./kingdomino";
import * as P from "./painter";
import { paintCourt } from "./year_of_the_dragon";

export const WIDTH = 1200;
export const HEIGHT = 630;

const MARGIN = 56;
const BOARDS_TOP = 208;
const BOARDS_HEIGHT = 312;
const PAINTERS: Record<GameName, P.PaintSeat> = {
  kingdomino: paintKingdom,
  year_of_the_dragon: paintCourt,
  dragon_castle: paintRealm,
};

export interface Scene {
  game: GameName;
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
  const inner = { x: box.x + 18, y: box.y + 16, width: box.width - 36, height: BOARDS_HEIGHT - 22 };
  PAINTERS[scene.game](brush, scene.position as never, seat, inner);

  const line = box.y + BOARDS_HEIGHT + 42;
  P.fillPath(
    brush,
    SHAPES[seat % SHAPES.length] ?? SHAPES[0],
    box.x + 18,
    line - 22,
    1.05,
    P.SEATS[seat] ?? P.INK,
  );
  brush.textBaseline = "alphabetic";
  brush.textAlign = "right";
  brush.fillStyle = P.INK;
  brush.font = `700 46px ${P.SERIF}`;
  const total = scene.totals[seat] ?? "";
  brush.fillText(total, box.x + box.width - 20, line + 4);
  const room = box.width - 76 - brush.measureText(total).width;
  brush.textAlign = "left";
  brush.font = `600 26px ${P.SANS}`;
  P.write(brush, scene.names[seat] ?? "", box.x + 52, line, room);
}

/** Paint a game onto a canvas of 1200 by 630. */
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
    paintSeat(brush, scene, seat, { x, y: BOARDS_TOP, width, height: HEIGHT - BOARDS_TOP - 44 });
  }
}

/** What is on a canvas, as a file. */
export function asFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => {
      if (blob) done(new File([blob], name, { type: "image/png" }));
      else failed(new Error(name));
    }, "image/png");
  });
}
