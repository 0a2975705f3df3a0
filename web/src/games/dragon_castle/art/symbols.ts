/** Our own symbols of the tiles, each drawn in a box of 24 by 24. */

/** `ink` is filled with the colour of the tile, `light` with that of the face; `line` and `light-line` are strokes. */
export interface Shape {
  look: "ink" | "light" | "line" | "light-line" | "thick";
  d: string;
}

const ink = (d: string): Shape => ({ look: "ink", d });
const light = (d: string): Shape => ({ look: "light", d });
const line = (d: string): Shape => ({ look: "line", d });
const lightLine = (d: string): Shape => ({ look: "light-line", d });
const thick = (d: string): Shape => ({ look: "thick", d });
const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Return points on a circle around the centre, from the top. */
function around(count: number, radius: number, turn = 0): [x: number, y: number][] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * (index + turn)) / count - Math.PI / 2;
    return [round(12 + radius * Math.cos(angle)), round(12 + radius * Math.sin(angle))];
  });
}

const round = (value: number) => Math.round(value * 100) / 100;

function rays(count: number, from: number, to: number): string {
  const ends = around(count, to);
  return around(count, from)
    .map(([x, y], index) => `M${x} ${y}L${ends[index]!.join(" ")}`)
    .join("");
}

/** Return the small branches on the arms of a snowflake. */
function branches(): string {
  const tips = [...around(6, 9.5, 0.22), ...around(6, 9.5, -0.22)];
  const roots = [...around(6, 5.5), ...around(6, 5.5)];
  return tips.map(([x, y], index) => `M${roots[index]!.join(" ")}L${x} ${y}`).join("");
}

const CLOUD = "M6.5 12.5a4.6 4.6 0 0 1 .2-9.2a6.2 6.2 0 0 1 10.9-.5a5 5 0 0 1 .4 9.7z";
const HEAD =
  "M1.5 13.5c2-1.5 3.5-3.5 6.5-4.5c1-3.5 4-6 8-6.5c-1.5 1.5-2 2.7-2 4c3.5-.5 6.5.7 8.5 3.5c-1.5-.3-2.6 0-3.6.5c2.2 1 3.6 3.2 4.1 6c-1.5-1.2-2.9-1.5-4.3-1.2c.9 2.3.6 4.7-.7 7.2c-.7-2.3-2-3.8-4-4.5c-3.2 1-5.5.4-7.2-1.5l-3.3 1.7l-1.7-1.3l3.2-2.2z";

/** By type for the Factions, whose tiles show a number too; by tile for the Specials. */
export const SYMBOLS: Record<string, Shape[]> = {
  merchants: [
    { look: "ink", d: disc(12, 12, 10.5) },
    lightLine(disc(12, 12, 7.7)),
    light("M8.7 8.7h6.6v6.6H8.7z"),
  ],
  soldiers: [
    ink("M12 1l9.5 3.2v7c0 6.3-4.2 9.8-9.5 12c-5.3-2.2-9.5-5.7-9.5-12v-7z"),
    lightLine("M12 5v10.5M8.2 14h7.6M12 15.5v3.5"),
  ],
  farmers: [
    line("M12 23.5V7"),
    ink("M12 .5c2.7 2.4 2.7 5.6 0 8c-2.7-2.4-2.7-5.6 0-8z"),
    ink("M11.4 14.5c-4.7.2-7.4-2.5-7.2-7.2c4.5 0 7.2 2.7 7.2 7.2z"),
    ink("M12.6 14.5c4.7.2 7.4-2.5 7.2-7.2c-4.5 0-7.2 2.7-7.2 7.2z"),
    ink("M11.4 21.5c-4.7.2-7.4-2.5-7.2-7.2c4.5 0 7.2 2.7 7.2 7.2z"),
    ink("M12.6 21.5c4.7.2 7.4-2.5 7.2-7.2c-4.5 0-7.2 2.7-7.2 7.2z"),
  ],
  spring: [
    ...around(5, 6.3).map(([x, y]) => ink(disc(x, y, 4.7))),
    light(disc(12, 12, 3.2)),
    ink(disc(12, 12, 1.3)),
  ],
  summer: [ink(disc(12, 12, 5.5)), line(rays(8, 8, 11.2))],
  autumn: [
    line("M12 23.5V13"),
    ink("M12 17.5C6.5 18.5 2 14.5.8 8.5C4 3.5 9 3 12 6.5c3-3.5 8-3 11.2 2c-1.2 6-5.7 10-11.2 9z"),
    lightLine("M12 17V9.5M12 16L7 10M12 16l5-6"),
  ],
  winter: [line(rays(6, 0, 11) + branches())],
  rainy_wind: [ink(CLOUD), line("M7.5 15.5l-2 6.5M13 15.5l-2 6.5M18.5 15.5l-2 6.5")],
  stormy_wind: [ink(CLOUD), ink("M13.5 13.5l-6 6h4l-2.5 4.5l8.5-7h-4.5l3.5-3.5z")],
  misty_wind: [ink(CLOUD), line("M2 16.5h14M8 20h14.5M3 23.3h12")],
  snowy_wind: [
    ink(CLOUD),
    line(
      "M5 17v5M2.8 18.2l4.4 2.6M7.2 18.2l-4.4 2.6M12.5 16v5M10.3 17.2l4.4 2.6M14.7 17.2l-4.4 2.6M20 17v5M17.8 18.2l4.4 2.6M22.2 18.2l-4.4 2.6",
    ),
  ],
  red_dragon: [ink(HEAD), light(disc(10.7, 11.2, 1.3))],
  green_dragon: [
    thick("M3 20.5c4 2.5 9.5 1.5 9.5-2.5c0-4.5-7-4-7-8.5c0-4 5-5.5 8.5-3.8"),
    ink("M12 1.5l4.5 1.7l1-2.7l1.8 3.3l3.7 3.7l-2.5 2.5l-2-.7l1 2.7l-4.5-2.5z"),
    light(disc(17.7, 5.7, 1.1)),
    line("M13 19.5c3 2 6.5 1 8-2"),
  ],
  white_dragon: [
    thick("M17 4.5a9.5 9.5 0 1 0 4.2 6.5"),
    ink("M13 1l6.5.5l4 5.5l-3 .2l.5 3.3l-4-2.5l-3.5.5l1.5-3.5z"),
    line(disc(12, 13, 3.3)),
  ],
};
