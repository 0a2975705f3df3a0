/** Small drawings in a square of 24: symbols of persons, goods, events and super events. Each can be recognised by its shape. */

import { INK } from "./colours";

export interface Stroke {
  d: string;
  fill?: string;
  /** The colour of its outline; without one it has the dark outline of all pieces, with `none` it has none. */
  line?: string;
  width?: number;
}

const GOLD = "#e0a82e";
const CREAM = "#fff3d6";
const RED = "#c23b22";
const JADE = "#3f8f74";
const SKY = "#4f86b8";
const STONE = "#a79b8a";
const WOOD = "#9a6332";

/** A line without a body. */
function drawn(d: string, line = INK, width = 1.4): Stroke {
  return { d, fill: "none", line, width };
}

/** A body without an outline. */
function plain(d: string, fill: string): Stroke {
  return { d, fill, line: "none" };
}

export const SYMBOLS = {
  craftsman: [
    { d: "M10.3 9.5l3.4 0 .6 12.2h-4.6z", fill: WOOD },
    { d: "M4 4.2c3.5-1.4 8-1.6 11-.6l5.2 1.2v5.4l-5.2.4c-4 .2-7.8-.1-11-1z", fill: STONE },
    drawn("M15 3.7v7", INK, 1),
  ],
  court_lady: [
    {
      d: "M4 19.5c-1.5-4 0-7.5 3.5-8.5 3-.9 6 .6 6.3 2.8.2 1.6-1.2 2.5-2.5 2-.9-.4-.9-1.4-.3-1.9-2-.6-3.7.6-3.6 2.7.1 2.5 2.7 4 5.8 3.6 4-.5 6.3-4 5.7-8l2.6-1-2.3-1.2c.8-1.2 1.2-2.6.8-4.5-1.3.6-2.2 1.5-2.7 2.6-1.2-1.3-2.9-2-5-1.7 1.1.6 1.7 1.2 2 2-2.3-.9-5.3-.4-7.3 1.2C3.3 12.5 2 16.5 4 19.5z",
      fill: JADE,
    },
    plain("M16.3 9.2a1 1 0 1 1 .1 0z", CREAM),
  ],
  tax_collector: [
    { d: "M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 0 1 0-19z", fill: GOLD },
    { d: "M9 9h6v6H9z", fill: CREAM },
    drawn("M12 4.5v2M12 17.5v2M4.5 12h2M17.5 12h2", "#8a5f0c", 1.5),
  ],
  pyrotechnist: [
    drawn("M7.5 17.5L3.5 21.5M10 19l-1.5 3M5 15l-3 1.5", "#d9822b", 1.6),
    { d: "M6.5 17.5L5 13l8.5-8.5C16 2 19 1.8 22 2c.2 3 0 6-2.5 8.5L11 19z", fill: RED },
    { d: "M16.5 5.5a2 2 0 1 1-.1 0z", fill: CREAM },
    drawn("M8 10.5l5.5 5.5", CREAM, 1.3),
  ],
  warrior: [
    { d: "M12 1l2 3.5h-4z", fill: RED },
    { d: "M4 15C4 8.5 7.5 4.5 12 4.5S20 8.5 20 15v5.5l-4 1v-6H8v6l-4-1z", fill: SKY },
    drawn("M4.3 13h15.4M12 4.7v8", INK, 1.1),
  ],
  monk: [
    {
      d: "M12 2.5a3.2 3.2 0 0 1 3.2 3.2c0 1-.4 1.9-1.1 2.5 2.9.7 4.6 2.7 4.9 5.3l2.5 4.5c.9 1.8-.3 3.5-2.5 3.5H5c-2.2 0-3.4-1.7-2.5-3.5L5 13.5c.3-2.6 2-4.6 4.9-5.3-.7-.6-1.1-1.5-1.1-2.5A3.2 3.2 0 0 1 12 2.5z",
      fill: "#e08a2e",
    },
    drawn("M6 18.5c3.5-2.3 8.5-2.3 12 0M9 9l3.5 6.5", INK, 1.1),
  ],
  healer: [
    drawn("M13 10.5L19.5 2", INK, 4.2),
    drawn("M13 10.5L19.5 2", WOOD, 2.4),
    { d: "M2.5 10h19c0 5-2.5 8-5.5 9.3l1.5 2.7h-11L8 19.3C5 18 2.5 15 2.5 10z", fill: JADE },
    drawn("M5.5 13h13", CREAM, 1.2),
  ],
  farmer: [
    {
      d: "M8 6.5c-4 2.7-6 6.8-5.5 10.8.4 3 3 4.7 9.5 4.7s9.1-1.7 9.5-4.7c.5-4-1.5-8.1-5.5-10.8z",
      fill: "#d8bd86",
    },
    { d: "M8 6.5C6.8 4.5 6.5 3 7 2c1.7.8 3.3.8 5 0 1.7.8 3.3.8 5 0 .5 1 .2 2.5-1 4.5z", fill: "#c4a264" },
    drawn("M7.5 6.7h9", RED, 1.8),
    drawn("M12 18.5v-7M12 14l-2.5-2M12 14l2.5-2M12 17l-2.5-2M12 17l2.5-2", "#6d7a1f", 1.4),
  ],
  scholar: [
    {
      d: "M12 6c-2.5-1.8-5.8-2.3-10-1.7v14.2c4.2-.6 7.5-.1 10 1.7 2.5-1.8 5.8-2.3 10-1.7V4.3C17.8 3.7 14.5 4.2 12 6z",
      fill: CREAM,
    },
    drawn("M12 6v14", INK, 1.2),
    drawn(
      "M4.5 8.5c2-.2 3.7 0 5 .7M4.5 12c2-.2 3.7 0 5 .7M4.5 15.3c2-.2 3.7 0 5 .7M19.5 8.5c-2-.2-3.7 0-5 .7M19.5 12c-2-.2-3.7 0-5 .7M19.5 15.3c-2-.2-3.7 0-5 .7",
      "#5b4a9b",
      1.2,
    ),
  ],
  wild: [
    { d: "M12 1.8l2.9 6.5 7 .8-5.2 4.8 1.4 7L12 17.3 5.9 20.9l1.4-7L2.1 9.1l7-.8z", fill: GOLD },
    drawn("M10 10.7c0-1.5 1-2.2 2.1-2.2s2 .8 2 1.9c0 1.7-2.1 1.7-2.1 3.3M12 15.8v.3", INK, 1.5),
  ],
} satisfies Record<string, Stroke[]>;

export const GOODS = {
  yuan: SYMBOLS.tax_collector,
  rice: [
    { d: "M4.5 11.5C5 7 8 4 12 4s7 3 7.5 7.5z", fill: CREAM },
    drawn("M8.5 8.5l1 1M12 6.5v1.4M15.5 8.5l-1 1M10.5 10l.8-.6", "#a58d63", 1.1),
    { d: "M2.5 11.5h19c0 4-2 7-5 8.5v1.5h-9V20c-3-1.5-5-4.5-5-8.5z", fill: SKY },
    drawn("M5 14.5h14", CREAM, 1.2),
  ],
  firework: SYMBOLS.pyrotechnist,
  fireworks: SYMBOLS.pyrotechnist,
  small: [
    { d: "M5 3.5h14v13.5L12 21.5 5 17z", fill: "#e7c667" },
    plain("M12 6.5c2.5 0 4 1.8 4 4s-1.5 4-4 4c-1.5 0-2.5-1-2.5-2.2 0-1 .8-1.8 1.8-1.8.6 0 1 .4 1 .9", JADE),
    drawn("M12 6.5c2.5 0 4 1.8 4 4s-1.5 4-4 4c-1.5 0-2.5-1-2.5-2.2 0-1 .8-1.8 1.8-1.8", INK, 1.1),
  ],
  large: [
    { d: "M2 3h20v14l-10 5.5L2 17z", fill: "#d8553c" },
    plain("M7.5 6.5a3.5 3.5 0 1 1-.1 0zM16.5 6.5a3.5 3.5 0 1 1-.1 0z", GOLD),
    drawn(
      "M7.5 8.3c1.5 0 2 1 1.8 2-.3 1-1.8 1.2-2.2.3M16.5 8.3c1.5 0 2 1 1.8 2-.3 1-1.8 1.2-2.2.3M7 16.5h10",
      INK,
      1.1,
    ),
  ],
  persons: [
    { d: "M3.5 21.5c.3-5.5 3.5-8 8.5-8s8.2 2.5 8.5 8z", fill: JADE },
    { d: "M12 3.5a5 5 0 1 1 0 10a5 5 0 0 1 0-10z", fill: "#f0c9a0" },
    { d: "M7 8c0-4 2.2-6 5-6s5 2 5 6c-1.5-1.5-3-2.2-5-2.2S8.5 6.5 7 8z", fill: INK },
  ],
  points: [
    {
      d: "M12 1.5c3.5 2 6.5 2.6 9.5 2.5 0 8.5-2.5 14.5-9.5 18.5C5 18.5 2.5 12.5 2.5 4c3 .1 6-.5 9.5-2.5z",
      fill: RED,
    },
    { d: "M12 6l1.7 3.7 4 .4-3 2.7.8 4-3.5-2.1-3.5 2.1.8-4-3-2.7 4-.4z", fill: GOLD, width: 0.8 },
  ],
  floor: [
    { d: "M1.5 10C6 9.5 9.5 7 12 3c2.5 4 6 6.5 10.5 7l-2 2.5h-17z", fill: RED },
    { d: "M4.5 12.5h15V21h-15z", fill: CREAM },
    drawn("M9.5 21v-5h5v5M4.5 12.5h15", INK, 1.2),
  ],
  spaces: [
    { d: "M3 21.5V3.5l11 4-9 4.5", fill: RED },
    drawn("M3.5 22V3", WOOD, 1.8),
    drawn("M11 18.5h9M17 15l3.5 3.5L17 22", WOOD, 1.8),
  ],
  cards: [
    { d: "M8 4.5l10-2 3 14-10 2z", fill: "#d8bd86" },
    { d: "M3 6h10.5v15.5H3z", fill: CREAM },
    drawn("M5.5 10h5.5M5.5 13h5.5", "#8a5f0c", 1.3),
  ],
  pass: [
    { d: "M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 0 1 0-19z", fill: "#d9c8a8" },
    drawn("M7.5 12h7M12 8.5l3.5 3.5L12 15.5", INK, 2),
  ],
} satisfies Record<string, Stroke[]>;

const WALL: Stroke[] = [
  { d: "M2 9V4h4v3h4V4h4v3h4V4h4v5l-1 12H3z", fill: STONE },
  drawn("M2.5 11.5h19M3 16h18M8 11.5V16M16 11.5V16M12 16v5M6 16v0", INK, 1),
];

/** An action has the symbol of the persons that make it stronger. */
export const ACTIONS = {
  taxes: SYMBOLS.tax_collector,
  build: SYMBOLS.craftsman,
  harvest: SYMBOLS.farmer,
  fireworks: SYMBOLS.pyrotechnist,
  parade: SYMBOLS.warrior,
  research: SYMBOLS.scholar,
  privilege: GOODS.small,
  wall: WALL,
} satisfies Record<string, Stroke[]>;

export const EVENTS = {
  peace: [
    { d: "M12 20.5C8.5 18 7.5 13 12 5.5c4.5 7.5 3.5 12.5 0 15z", fill: "#f0b6c4" },
    { d: "M12 20.5C6.5 20.8 3 17.5 2 11c4.5 1 8.5 3.5 10 9.5z", fill: "#e58fa6" },
    { d: "M12 20.5c5.5.3 9-3 10-9.5-4.5 1-8.5 3.5-10 9.5z", fill: "#e58fa6" },
    drawn("M3 22h18", JADE, 2),
  ],
  tribute: [
    { d: "M3 11.5h18V21H3z", fill: WOOD },
    { d: "M3 11.5C3 7.5 6 6 12 6s9 1.5 9 5.5z", fill: "#b87a3f" },
    { d: "M10 10h4v4.5h-4z", fill: GOLD },
    { d: "M7 1.5a2.3 2.3 0 1 1-.1 0zM15 .8a2.3 2.3 0 1 1-.1 0z", fill: GOLD, width: 1 },
    drawn("M3 11.5h7M14 11.5h7", INK, 1.2),
  ],
  drought: [
    { d: "M12 4a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11z", fill: "#f0a020" },
    drawn("M12 .8v1.5M4.3 3.5l1.2 1.2M19.7 3.5l-1.2 1.2M1.5 9.8h2M20.5 9.8h2", "#d9822b", 1.7),
    { d: "M1.5 17.5h21v5h-21z", fill: "#c89a5c" },
    drawn("M6 17.5l2 2.5-1.5 2.5M13 17.5l-1 2 2.5 3M18.5 17.5l-.5 3", INK, 1.1),
  ],
  contagion: [
    {
      d: "M12 2c5 0 8.5 3.3 8.5 8 0 2.8-1.2 4.8-3.3 6v3.5H6.8V16c-2.1-1.2-3.3-3.2-3.3-6C3.5 5.3 7 2 12 2z",
      fill: "#d7e0a0",
    },
    { d: "M8.3 8.5a2.2 2.2 0 1 1-.1 0zM15.8 8.5a2.2 2.2 0 1 1-.1 0z", fill: INK },
    drawn("M12 13.5l-1 2h2zM9.5 19.5V22M12 19.5V22M14.5 19.5V22", INK, 1.3),
  ],
  mongols: [
    drawn("M4 3c8.5 3 13 8.5 15.5 17.5", INK, 4),
    drawn("M20 3C11.5 6 7 11.5 4.5 20.5", INK, 4),
    drawn("M4 3c8.5 3 13 8.5 15.5 17.5M20 3C11.5 6 7 11.5 4.5 20.5", "#c9ced6", 2),
    drawn("M15 19.5l6-2.5M9 19.5l-6-2.5", WOOD, 2.4),
    drawn("M18.7 18.8l1.5 3.4M5.3 18.8l-1.5 3.4", WOOD, 2.4),
  ],
  festival: [
    drawn("M12 .5v3", INK, 1.4),
    { d: "M8 3.5h8v2H8zM8 17.5h8v2H8z", fill: GOLD },
    { d: "M8 5.5h8c4 2 5 4 5 6s-1 4-5 6H8c-4-2-5-4-5-6s1-4 5-6z", fill: RED },
    drawn("M8.5 5.5c-1.8 4-1.8 8 0 12M15.5 5.5c1.8 4 1.8 8 0 12M12 5.5v12", GOLD, 1.1),
    drawn("M10 19.5v3M12 19.5v4M14 19.5v3", GOLD, 1.3),
  ],
} satisfies Record<string, Stroke[]>;

export const SUPER_EVENTS = {
  lantern_festival: EVENTS.festival,
  buddha: SYMBOLS.monk,
  earthquake: [
    { d: "M2 9l9-1 1 4-2.5 2.5 3 3-1.5 5H2z", fill: "#c89a5c" },
    { d: "M13.5 7.5L22 9v13.5h-7l1.5-5-3-3L16 12z", fill: "#b58348" },
    drawn("M5 5.5V2.5M12 4.5v-3M19 5.5V2.5", RED, 1.6),
  ],
  flood: [
    drawn("M1.5 7c2.5-3 4.5-3 7 0s4.5 3 7 0 4.5-3 7 0", SKY, 2.6),
    drawn("M1.5 13c2.5-3 4.5-3 7 0s4.5 3 7 0 4.5-3 7 0", SKY, 2.6),
    drawn("M1.5 19c2.5-3 4.5-3 7 0s4.5 3 7 0 4.5-3 7 0", "#2f6296", 2.6),
  ],
  solar_eclipse: [
    drawn(
      "M12 .8v2.4M12 20.8v2.4M.8 12h2.4M20.8 12h2.4M4 4l1.7 1.7M18.3 18.3L20 20M20 4l-1.7 1.7M5.7 18.3L4 20",
      "#d9822b",
      1.7,
    ),
    { d: "M12 4.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15z", fill: "#f0a020" },
    { d: "M13.5 6a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13z", fill: INK, line: WOOD },
  ],
  volcanic_eruption: [
    drawn("M12 7V1.5M9 6L6.5 2M15 6l2.5-4", RED, 2),
    { d: "M8.5 8.5h7L22.5 22h-21z", fill: "#8a6a52" },
    { d: "M8.5 8.5h7l2 4-2.5 3-1.5-2.5L12 17l-2-4-2 1.5-1-2.5z", fill: RED },
  ],
  tornado: [
    drawn("M3 4h18", SKY, 3),
    drawn("M5 8.5h14.5", SKY, 2.8),
    drawn("M8 13h9.5", SKY, 2.6),
    drawn("M9.5 17h6", SKY, 2.4),
    drawn("M11.5 21h2", SKY, 2.2),
  ],
  sunrise: [
    drawn("M12 3v3M4 7l2 2M20 7l-2 2M1 14h3M20 14h3", "#d9822b", 1.8),
    { d: "M5 17.5a7 7 0 0 1 14 0z", fill: "#f0a020" },
    drawn("M1.5 17.8h21M5 21.3h14", WOOD, 1.7),
  ],
  assassination_attempt: [
    { d: "M20.5 2c.6 3.5-3.5 9-9 13.5L9 13C13.5 7.5 17 3.5 20.5 2z", fill: "#c9ced6" },
    drawn("M6.5 11.5l6 6", INK, 2.6),
    { d: "M8.5 14.5l1.5 1.5-5.5 6L2 19.5z", fill: RED },
  ],
  charter: [
    {
      d: "M5 3h13.5c1.8 0 2.5 1.2 2.5 3h-3v12.5c0 2-1 3-3 3H5.5c2 0 2.5-1.2 2.5-3V6c0-1.8-1-3-3-3z",
      fill: CREAM,
    },
    drawn("M10.5 8h5M10.5 11h5", INK, 1.2),
    { d: "M13 13.5a2.7 2.7 0 1 1-.1 0z", fill: RED },
  ],
} satisfies Record<string, Stroke[]>;

export { WALL };
