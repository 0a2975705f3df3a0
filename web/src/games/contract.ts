/** The interface between the app and its games.
 *
 * A board draws a position and offers the legal decisions; it knows no rules. The same board serves a live table, a replay,
 * another line and the tutorial. Each game types its own position, pieces and decisions; the app passes on what the server
 * sends. */
import type { Component } from "svelte";
import type { NewTable, OptionView } from "$generated/messages";
import type { PaintSeat } from "$lib/painter";
import type { Plan } from "$lib/plan.svelte";

/** A legal decision: its number, and its text as the engine writes it (`claim 12`). */
export type Move = [decision: number, text: string];

/** A decision as plain data: `{ kind: "claim", domino: 12 }`. Each game has kinds of its own. */
export interface AnyDecision {
  kind: string;
}

export interface Seat {
  index: number;
  name: string;
  kind: "open" | "person" | "local" | "bot";
  /** The level of the bot that decides for this seat, if one does. */
  bot: number | null;
  /** True if I decide for this seat. */
  mine: boolean;
  away: boolean;
  /** True if a bot decides until the player is back. */
  takenOver: boolean;
  total: number | null;
  timeLeft: number | null;
}

/** The last decision. `count` distinguishes it from the one before. */
export interface Last {
  seat: number;
  decision: number;
  /** From the log. */
  about?: About | undefined;
  count: number;
}

/** The known consequences of a legal decision, computed by the server. */
export interface Prospect {
  decision: number;
  total?: number | null;
  gain?: number | null;
  effects?: Record<string, unknown> | null;
}

export interface Source {
  source: string;
  points: number;
  [detail: string]: unknown;
}

export interface Score {
  total: number;
  sources: Source[];
}

export interface Outlook {
  ply: number;
  scores: Score[];
  prospects: Prospect[];
}

/** The constants of a game (`GET /api/games/{game}`): its pieces, and the text and fields of each decision by number. */
export interface Constants<Pieces = any, Decision extends AnyDecision = any> {
  name: string;
  decisions: string[];
  fields: Decision[];
  pieces: Pieces;
  /** The names of the lists in a position that have an entry for each seat. */
  by_seat: string[];
}

export interface BoardProps<Position = any, Pieces = any, Decision extends AnyDecision = any> {
  position: Position;
  constants: Constants<Pieces, Decision>;
  seats: Seat[];
  /** The seat to decide; null when the game is over. */
  turn: number | null;
  /** The legal decisions of that seat, mine or not. */
  moves: Move[];
  /** True if I am to decide. Nothing can be chosen otherwise. */
  active: boolean;
  /** The seat whose pieces are shown large. */
  viewpoint: number;
  outlook: Outlook | null;
  /** A decision that waits to be confirmed; shown as if it were made. */
  pending: number | null;
  /** The decision that a hint recommends, to be highlighted. */
  hinted: number | null;
  last: Last | null;
  /** Choose a decision; null withdraws a choice that is not confirmed yet. */
  choose: (decision: number | null) => void;
  /** Show why a decision is not legal now. Called when the player clicks something that cannot be chosen. */
  explain: (decision: number) => void;
}

/** Details that the fields of a decision leave out: the domino that is placed, the tile that is taken. The log has them for
 * every decision; for one that was not made, `GamePlay.about` finds them in the position. */
export type About = Record<string, unknown>;

/** The parts of a game that a table needs. Loaded when one is opened. */
export interface GamePlay<Position = any, Pieces = any, Decision extends AnyDecision = any> {
  Board: Component<BoardProps<Position, Pieces, Decision>>;
  /** The reference card, to look things up during a game. */
  Reference: Component<{ position: Position; constants: Constants<Pieces, Decision> }>;
  /** Return a sentence about a decision and its player, for the log: "Ada claims domino 12". */
  tell: (
    decision: number,
    name: string,
    about: About | null,
    constants: Constants<Pieces, Decision>,
  ) => string;
  about: (decision: number, position: Position, constants: Constants<Pieces, Decision>) => About;
  /** Return the label of a decision's button: "domino 12: wheat, forest with a crown". */
  label: (decision: number, position: Position, constants: Constants<Pieces, Decision>) => string;
  /** Return a short text for a chosen decision, if the board shows the rest of it. */
  shown?: (decision: number, position: Position, constants: Constants<Pieces, Decision>) => string | null;
  /** Return the question to the player whose turn it is: "Choose a domino". */
  ask: (position: Position, moves: Move[], constants: Constants<Pieces, Decision>) => string;
  /** Return the description of a source of points. */
  source: (source: Source) => string;
  shares: Shares;
  /** Return the heading of a finished solo game, if it has one of its own. */
  alone?: (position: Position) => string | null;
  /** Paint the final tableau of a seat, for the picture to share. */
  paint: PaintSeat<Position>;
}

/** The rows of the chart of points. */
export interface Shares {
  /** The kinds of source in the order of their rows; others come last. */
  order: string[];
  kindOf: (source: Source) => string;
  label: (kind: string) => string;
}

export interface KeyRule {
  name: string;
  /** The number of the full rule. */
  rule: string;
}

/** The material to learn a game with. */
export interface Lessons {
  rules: KeyRule[];
  /** Draws a key rule. */
  Figure: Component<{ name: string }>;
  tutorial: Tutorial;
}

/** A guided first game at a small table against the weakest bots. */
export interface Tutorial {
  players: number;
  options: NonNullable<NewTable["options"]>;
  /** Named by the phase of the game and the number of the learner's decision in it: `claim_2`. */
  lessons: string[];
  /** The lesson before which the tutorial ends. */
  end: string;
}

/** The control of an option in the form for a new table, if the ordinary ones do not suit it. */
export interface OptionControl {
  load: () => Promise<{ default: Component<{ plan: Plan; option: OptionView }> }>;
  /** Return the title of a value. */
  value: (value: boolean | number | string) => string;
}

/** The app's module of a game: its picture, and loaders for the rest. */
export interface GameModule {
  /** The picture of the game, light or dark; it fills its container. Its only property is the name of the `game`. */
  Scene: Component<any>;
  play: () => Promise<GamePlay>;
  learn?: () => Promise<Lessons>;
  /** Controls by the name of the option. */
  options?: Record<string, OptionControl>;
}
