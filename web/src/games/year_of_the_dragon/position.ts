/** The position of In the Year of the Dragon as the server sends it, and its pieces. */

export type PersonType =
  | "craftsman"
  | "court_lady"
  | "tax_collector"
  | "pyrotechnist"
  | "warrior"
  | "monk"
  | "healer"
  | "farmer"
  | "scholar";
export type Card = PersonType | "wild";
/** `craftsman`, `younger_monk`, `older_monk` … */
export type Tile = string;
export type Action =
  "taxes" | "build" | "harvest" | "fireworks" | "parade" | "research" | "privilege" | "wall";
export type EventName = "peace" | "tribute" | "drought" | "contagion" | "mongols" | "festival";
export type Gift = "rice" | "firework" | "yuan" | "floor" | "points" | "spaces";
export type Privilege = "small" | "large";

export interface Palace {
  floors: number;
  persons: Tile[];
}

/** The effect of an event on a court if it came now. */
export interface Fate {
  lost: number;
  points: number;
  /** The court has persons, and none would leave. */
  safe: boolean;
}

export interface Court {
  yuan: number;
  rice: number;
  fireworks: number;
  small_privileges: number;
  large_privileges: number;
  hand: Card[];
  palaces: Palace[];
  /** The number of the group with its dragon, from 1. */
  dragon: number | null;
  pair: [PersonType, PersonType] | null;
  owed: number;
  earned: Record<string, number>;
  persons: number;
  score: number;
  wall_tiles: Gift[];
  income: Partial<Record<Action, number>>;
  month_points: number;
  outlook: Partial<Record<EventName, Fate>>;
}

export interface Position {
  players: number;
  options: { great_wall: boolean; large_privilege: string; [name: string]: unknown };
  /** 1-12, 0 in the opening. */
  month: number;
  stage: string;
  phase: string;
  seat: number | null;
  start: number;
  events: EventName[];
  super_event: string | null;
  groups: Action[][];
  track: { space: number; seats: number[] }[];
  display: Record<Tile, number>;
  wall: { seat: number; gift: Gift }[];
  card: Card | null;
  person: Tile | null;
  floors_left: number;
  struck: number[];
  sunrise: PersonType[];
  courts: Court[];
  turn_order: number[];
  fees: number[];
}

export interface Person {
  tile: Tile;
  type: PersonType;
  age: "younger" | "older" | null;
  symbols: number;
  value: number;
}

export interface Pieces {
  types: PersonType[];
  persons: Person[];
  cards: Card[];
  actions: { action: Action; type: PersonType | null }[];
  fee: number;
  pass_yuan: number;
  tax_base: number;
  privileges: { privilege: Privilege; prices: number[]; dragons: number }[];
  months: number;
  events: EventName[];
  tribute_yuan: number;
  contagion_persons: number;
  festival_points: [number, number];
  super_events: string[];
  super_month: number;
  palaces: { most_floors: number; at_first: number[] };
  at_first: { yuan: number; wilds: number };
  wall_gifts: { gift: Gift; amount: number }[];
  points_a_person: number;
}

/** The price of a privilege at this table. */
export function priceOf(privilege: Privilege, position: Position, pieces: Pieces): number {
  const prices = pieces.privileges.find((one) => one.privilege === privilege)?.prices ?? [];
  return prices.length > 1 ? Number(position.options.large_privilege) : (prices[0] ?? 0);
}

/** The type of a person, whatever its age. */
export function typeOf(tile: Tile): PersonType {
  return tile.replace(/^(younger|older)_/, "") as PersonType;
}
