/** What every game gives to the app, and what the app gives to its board. A board draws a position and offers the legal
 * decisions; it knows no rules. The same board serves a live table, a replay, an exploration and the tutorial.
 *
 * A game types its position, pieces and decisions for itself; the app passes on what the server sends, whatever it is. */
import type { Component } from "svelte";
import type { NewTable, OptionView } from "$generated/messages";
import type { PaintSeat } from "$lib/painter";
import type { Plan } from "$lib/plan.svelte";

/** A legal decision: its number, and its text as the engine writes it (`claim 12`). */
export type Move = [decision: number, text: string];

/** A decision as plain data (`{ kind: "claim", domino: 12 }`); a game says which kinds there are. */
export interface AnyDecision {
  kind: string;
}

export interface Seat {
  index: number;
  name: string;
  kind: "open" | "person" | "local" | "bot";
  /** The level of the bot that decides for it, if one does. */
  bot: number | null;
  /** Whether I decide for it. */
  mine: boolean;
  away: boolean;
  /** A bot decides until its player is back. */
  takenOver: boolean;
  total: number | null;
  timeLeft: number | null;
}

/** What has just been decided. `count` tells one from the next. */
export interface Last {
  seat: number;
  decision: number;
  /** As the log tells it. */
  about?: About | undefined;
  count: number;
}

/** What a legal decision would bring, as the server computes it. */
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

/** What never changes of a game (`GET /api/games/{game}`): by number, the text and the fields of each decision; its pieces. */
export interface Constants<Pieces = any, Decision extends AnyDecision = any> {
  name: string;
  decisions: string[];
  fields: Decision[];
  pieces: Pieces;
  /** The lists of a position that have an entry for each seat. */
  by_seat: string[];
}

export interface BoardProps<Position = any, Pieces = any, Decision extends AnyDecision = any> {
  position: Position;
  constants: Constants<Pieces, Decision>;
  seats: Seat[];
  /** The seat that decides now; null when the game is over. */
  turn: number | null;
  /** The legal decisions of that seat, whoever it is. */
  moves: Move[];
  /** Whether I am to decide now. Nothing can be chosen otherwise. */
  active: boolean;
  /** The seat whose things are shown large. */
  viewpoint: number;
  outlook: Outlook | null;
  /** Chosen, waiting to be confirmed; shown as if it were made. */
  pending: number | null;
  /** What a hint recommends, to be pointed at. */
  hinted: number | null;
  last: Last | null;
  /** Choose a decision, or null to take the choice back before it is confirmed. */
  choose: (decision: number | null) => void;
  /** Show why a decision is not legal now. Called when the player clicks something that cannot be chosen. */
  explain: (decision: number) => void;
}

/** What a decision itself leaves out: which domino is placed, which tile lies there. The log tells it of every decision;
 * of one that was not made, `about` finds it in the position. */
export type About = Record<string, unknown>;

/** What a table of a game needs: loaded when one is opened. */
export interface GamePlay<Position = any, Pieces = any, Decision extends AnyDecision = any> {
  Board: Component<BoardProps<Position, Pieces, Decision>>;
  /** The reference card: what one looks up during a game. */
  Reference: Component<{ position: Position; constants: Constants<Pieces, Decision> }>;
  /** A decision in a sentence about its player, for the log: "Ada claims domino 12". */
  tell: (
    decision: number,
    name: string,
    about: About | null,
    constants: Constants<Pieces, Decision>,
  ) => string;
  about: (decision: number, position: Position, constants: Constants<Pieces, Decision>) => About;
  /** A decision as the label of a button: "domino 12: wheat, forest with a crown". */
  label: (decision: number, position: Position, constants: Constants<Pieces, Decision>) => string;
  /** A decision that is chosen, in few words, where the board shows the rest of it. */
  shown?: (decision: number, position: Position, constants: Constants<Pieces, Decision>) => string | null;
  /** The question to the player whose turn it is: "Choose a domino". */
  ask: (position: Position, moves: Move[], constants: Constants<Pieces, Decision>) => string;
  /** A source of points in words. */
  source: (source: Source) => string;
  shares: Shares;
  /** The heading of a game that was played alone, if it has one of its own. */
  alone?: (position: Position) => string | null;
  /** Paints what a seat has on the table at the end, for the picture to share. */
  paint: PaintSeat<Position>;
}

/** How points are gathered into the rows of a chart. */
export interface Shares {
  /** The kinds of source in the order of their rows; others come last. */
  order: string[];
  kindOf: (source: Source) => string;
  label: (kind: string) => string;
}

export interface KeyRule {
  name: string;
  /** The number of the rule that says it in full. */
  rule: string;
}

/** What there is to learn of a game. */
export interface Lessons {
  rules: KeyRule[];
  /** Draws a key rule. */
  Figure: Component<{ name: string }>;
  tutorial: Tutorial;
}

/** A first game with guidance: a small table against the weakest bots; the learner begins where that can be chosen. */
export interface Tutorial {
  players: number;
  options: NonNullable<NewTable["options"]>;
  /** A lesson is named by the phase of the game and by how often one has been asked in it: `claim_2`. */
  lessons: string[];
  /** When it is over: the next decision of this kind needs no guide. */
  end: string;
}

/** An option that has a control of its own in the form for a new table. */
export interface OptionControl {
  load: () => Promise<{ default: Component<{ plan: Plan; option: OptionView }> }>;
  /** The name of a value. */
  value: (value: boolean | number | string) => string;
}

/** A game as the app knows it from the start: its picture, and where the rest is found. */
export interface GameModule {
  /** The picture of the game, by day or by night; it fills whatever it is put into. It may ask for the name of the `game`. */
  Scene: Component<any>;
  play: () => Promise<GamePlay>;
  learn?: () => Promise<Lessons>;
  /** By the name of the option. */
  options?: Record<string, OptionControl>;
}
