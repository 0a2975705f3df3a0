/** What every game gives to the app, and what the app gives to its board. A board draws a position and offers the legal
 * decisions; it knows no rules. The same board serves a live table, a replay, an exploration and the tutorial. */
import type { Component } from "svelte";

/** A legal decision: its number, and its words as the engine says them (`claim 12`). */
export type Move = [decision: number, text: string];

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
  text: string;
  /** As the log tells it. */
  about?: About | undefined;
  count: number;
}

/** What a legal decision would bring, as the server reckons it. */
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
  made: number;
  scores: Score[];
  prospects: Prospect[];
}

/** Static facts of a game (`GET /api/games/{game}`): the words of all decisions by number, and its pieces. */
export interface Facts<Pieces = unknown> {
  name: string;
  decisions: string[];
  pieces: Pieces;
}

export interface BoardProps<Position = unknown, Pieces = unknown> {
  position: Position;
  facts: Facts<Pieces>;
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
}

/** What the words of a decision leave out: which domino is placed, which tile lies there. The log tells it of every decision;
 * of one that was not made, `about` finds it in the position. */
export type About = Record<string, unknown>;
export type FindAbout = (text: string, position: unknown, facts: Facts) => About;

/** What a decision was, told of somebody, for the log: "Ada claims domino 12". */
export type Tell = (text: string, name: string, about: About | null, facts: Facts) => string;

/** A decision as a label of a button: "domino 12: wheat, forest with a crown". */
export type Label = (text: string, position: unknown, facts: Facts) => string;

export type Shown = (text: string, position: unknown, facts: Facts) => string | null;

/** What is asked of whoever decides: "Choose a domino". */
export type Ask = (position: unknown, moves: Move[]) => string;

export interface GameModule {
  Board: Component<BoardProps<never, never>>;
  /** The reference card: what one looks up during a game. */
  Reference: Component<{ position: never; facts: Facts<never> }>;
  tell: Tell;
  about: FindAbout;
  label: Label;
  /** A decision that is chosen, in few words, where the board shows the rest of it. */
  shown?: Shown;
  ask: Ask;
  /** A source of points in words. */
  source: (source: Source) => string;
}
