// Made by `python -m palatine.server.typescript` from the types of the server: do not edit.

/** What was asked for is done, and durable, and there is no news of it (it had been done before, or was said). */
export interface Accepted {
  type: "accepted";
  id: number;
  seq: number;
}

/** One's account. `login` is the name by which one signs in, as it is compared. */
export interface AccountView {
  login: string;
  created: number;
  recovery_codes_left: number;
}

/** An analysis and how far it is, 0 to 1. When it is done: every decision, the chances at the end, and the decisions
    that cost most, by their place in `decisions`. */
export interface AnalysisView {
  table: string;
  status: "done" | "failed" | "running" | "waiting";
  progress: number;
  bot: string;
  decisions?: Judged[];
  final?: number[];
  costly?: number[];
}

/** Yes or no. */
export interface Answer {
  consents: boolean;
}

/** Consent to an undo, or not. */
export interface AnswerUndo {
  type: "answer_undo";
  id: number;
  consents: boolean;
}

/** Somebody comes as a guest. */
export interface Arrival {
  name: string;
  language?: "en" | "it" | null;
}

/** Let a bot play for whoever is awaited. */
export interface AskTakeover {
  type: "ask_takeover";
  id: number;
}

/** A program that plays under a name of its own. */
export interface BotView {
  id: string;
  name: string;
  created: number;
  seen: number;
}

/** A program that is to play under a name of its own. */
export interface BotWish {
  name: string;
}

/** The server goes away for a moment, or this connection is too slow: connect again. */
export interface Bye {
  type: "bye";
  reason: "replaced" | "restart" | "slow";
}

/** Who is to sit in a seat: whoever comes, a person, a guest at a person's device, or a bot of a level. */
export interface Chair {
  kind: "bot" | "local" | "open" | "person";
  person?: string | null;
  name?: string;
  level?: number | null;
}

/** Who is to sit in a seat. */
export interface ChairWish {
  kind: "bot" | "local" | "me" | "open";
  name?: string;
  level?: number | null;
}

/** Something that was said. */
export interface ChatLine {
  number: number;
  at: number;
  person: string;
  name: string;
  text: string;
}

/** How long a player may think: for each decision, or for the whole game with something added for each decision. */
export interface Clock {
  kind: "decision" | "game";
  seconds: number;
  increment?: number;
}

/** A clock: so many seconds for each decision, or for the game with some added for each decision. */
export interface ClockWish {
  kind: "decision" | "game";
  seconds: number;
  increment?: number;
}

/** The table was opened. `commitment` binds the server to the shuffle without telling it. */
export interface Created {
  kind: "created";
  at: number;
  host: string;
  game: string;
  rules_version: number;
  players: number;
  options: Record<string, boolean | number | string>;
  chairs: Chair[];
  public: boolean;
  rated: boolean;
  clock: Clock | null;
  commitment: string;
  rematch_of?: string | null;
}

/** Make a decision. */
export interface Decide {
  type: "decide";
  id: number;
  made: number;
  decision: number | string;
}

/** A seat decided. `by` is a person, or None for a bot. */
export interface Decided {
  kind: "decided";
  at: number;
  seat: number;
  decision: number;
  by: string | null;
}

/** A decision, by its number or in words, to be made after `made` decisions. */
export interface DecisionWish {
  made: number;
  decision: number | string;
}

/** It is done, and durable. `seq` is how many entries the log of the table has. */
export interface Done {
  seq: number;
}

/** The game was ended before its end. */
export interface Ended {
  kind: "ended";
  at: number;
  reason: "admin" | "closed" | "left" | "rules";
}

/** Something has happened at one of a person's tables. `made`: how many decisions had been made then. */
export interface Event {
  type: "over" | "rematch" | "started" | "taken_over" | "undo_asked" | "your_turn";
  table: string;
  game: string;
  made: number;
}

/** Everything that the server keeps about oneself, without what is secret. */
export interface Export {
  person: OwnPerson;
  recovery_codes_left: number;
  sessions: SessionView[];
  tokens: TokenView[];
  bots: BotView[];
  relations: RelationView[];
  reports: OwnReport[];
  tables: OwnSeat[];
  chat: OwnLine[];
  results: OwnResult[];
  ratings: OwnRating[];
  subscriptions: OwnSubscription[];
}

/** Whoever has an account gives the password; a guest has none. */
export interface Farewell {
  password?: string | null;
}

/** How many games were finished. */
export interface FinishedGames {
  game: string;
  players: number;
  finished: number;
}

/** What a person has achieved in a game with a number of players. `rating` is null without rated games. */
export interface GameFigures {
  game: string;
  players: number;
  games: number;
  wins: number;
  mean_points: number;
  best: number;
  rating: RatingView | null;
}

/** A game as plain data. `seed` and `positions`, with which it can be replayed, are there once it is over. */
export interface GameRecord {
  format: number;
  game: string;
  rules_version: number;
  players: number;
  options: Record<string, boolean | number | string>;
  decisions: string[];
  result: Record<string, unknown> | null;
  seats: string[];
  start?: Record<string, unknown>;
  seed?: number | string;
  positions?: ((number | string)[])[];
}

/** The guest who one was in a browser before one signed in there, and is again after signing out. `running`: how many of
    their tables are not over. They are the guest's, not the account's. */
export interface GuestBefore {
  name: string;
  running: number;
}

/** Who is connected. */
export interface Here {
  type: "here";
  here: string[];
}

/** What the bot thinks of a decision, made after `made` others.

    `chances` are the chances of all seats to win before it (none in a game alone), `points` those that the seat could
    expect (null where there was nothing to choose). `best` is what the bot would have done, and `lost_…` how much more it
    expects of that. `visits` tells how closely it has looked at what was decided; 0: not at all, then at least as much is
    lost. */
export interface Judged {
  made: number;
  seat: number;
  decided: string;
  best: string;
  chances: number[];
  points: number | null;
  lost_points: number;
  lost_chance: number;
  visits: number;
}

/** The best of a game with a number of players, among those who have played it often enough. */
export interface Leaderboard {
  game: string;
  players: number;
  least_games: number;
  lines: LeaderboardLine[];
  more: boolean;
}

/** `rating` is one that the person almost surely has, `mu` the most likely one. */
export interface LeaderboardLine {
  place: number;
  person: PersonView;
  rating: number;
  mu: number;
  games: number;
}

/** Get up from the table. */
export interface Leave {
  type: "leave";
  id: number;
}

/** Public tables, newest first: those where a seat is open, and those where a game can be watched. */
export interface Lobby {
  open: TableLine[];
  running: TableLine[];
}

/** Whoever is asking. */
export interface Me {
  id: string;
  name: string;
  kind: string;
  language: string;
}

/** Another name or language; what is not given stays. */
export interface MeChange {
  name?: string | null;
  language?: "en" | "it" | null;
}

/** A bot that was made, or has a new token. The secret is told this once. */
export interface NewBot {
  bot: BotView;
  secret: string;
}

/** A table to be opened. Without `seats` whoever opens it has the first one and the others are open. */
export interface NewTable {
  game: string;
  players?: number | null;
  options?: Record<string, boolean | number | string>;
  seats?: ChairWish[] | null;
  public?: boolean;
  rated?: boolean;
  clock?: ClockWish | null;
}

/** A token that was made. The secret is told this once. */
export interface NewToken {
  token: TokenView;
  secret: string;
}

/** What was decided. */
export interface NextDecision {
  seat: number;
  decision: number;
  text: string;
}

/** A table that was opened, and the link by which others find it. */
export interface Opened {
  table: string;
  link: string;
}

/** Something that one has said. */
export interface OwnLine {
  table: string;
  at: number;
  name: string;
  text: string;
}

/** Oneself, as the server keeps it. */
export interface OwnPerson {
  id: string;
  kind: string;
  name: string;
  login: string | null;
  language: string;
  created: number;
  seen: number;
  settings: Record<string, unknown>;
}

/** How strong one is held to be. */
export interface OwnRating {
  game: string;
  players: number;
  mu: number;
  sigma: number;
  games: number;
  at: number;
}

/** A report that one has made. */
export interface OwnReport {
  at: number;
  about: string;
  table: string | null;
  text: string;
}

/** How a game ended for oneself. */
export interface OwnResult {
  table: string;
  seat: number;
  game: string;
  players: number;
  points: number;
  place: number;
  rated: boolean;
  at: number;
}

/** A table at which one sits, or has sat: without a `seat` one has got up before the game began. */
export interface OwnSeat {
  table: string;
  seat: number | null;
  game: string;
  players: number;
  status: string;
  created: number;
  changed: number;
}

/** Where notices are sent to. */
export interface OwnSubscription {
  endpoint: string;
  at: number;
}

/** The password so far, and from now on. Tokens are revoked, those of one's bots too, unless they are to be kept. */
export interface PasswordChange {
  old: string;
  new: string;
  keep_tokens?: boolean;
}

/** What a person has achieved in all finished games, rated or not. */
export interface PersonFigures {
  person: PersonView;
  games: GameFigures[];
}

/** Somebody, as others see them. */
export interface PersonView {
  id: string;
  name: string;
  kind: "account" | "bot" | "gone" | "guest";
}

/** Is anybody there? */
export interface Ping {
  type: "ping";
  id: number;
}

/** Somebody is there. */
export interface Pong {
  type: "pong";
  id: number;
}

/** Why something was not done: a key for programs, a sentence for people. */
export interface Problem {
  problem: string;
  text: string;
}

/** Somebody, as everyone may see them. */
export interface Profile {
  person: PersonView;
  ratings: RatingView[];
}

/** The password once more. */
export interface Proof {
  password: string;
}

/** The public key with which a browser subscribes (`applicationServerKey`); none where notices are not sent. */
export interface PushKey {
  public_key: string | null;
}

/** With these alone a browser reads what is sent to it: 65 and 16 bytes, as base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** A person's rating in a game with a number of players. */
export interface RatingView {
  game: string;
  players: number;
  rating: number;
  mu: number;
  games: number;
}

/** One of the recovery codes instead of the password, and the password from now on. */
export interface Recovery {
  name: string;
  code: string;
  password: string;
}

/** New recovery codes; they are told this once, and the old ones are void. */
export interface RecoveryCodes {
  recovery_codes: string[];
}

/** What was asked for is not done. `id` is null if the message was not understood at all. */
export interface Refused {
  type: "refused";
  id: number | null;
  problem: string;
  text: string;
}

/** Somebody whom one has blocked or muted. What either says is not to be shown. */
export interface RelationView {
  person: PersonView;
  kind: "block" | "mute";
  at: number;
}

/** Where those who played meet again, and the link to it. */
export interface RematchView {
  table: string;
  link: string;
}

/** The same people meet again at another table. */
export interface Rematched {
  kind: "rematched";
  at: number;
  table: string;
}

/** A game after some of its decisions: what was open then, what was legal, and what was decided next. */
export interface ReplayView {
  table: string;
  first: number;
  last: number;
  made: number;
  turn: number | null;
  position: unknown;
  moves: unknown;
  next: NextDecision | null;
}

/** What somebody has done that the host of the server should know. */
export interface ReportWish {
  text: string;
  table?: string | null;
}

/** How a game ended. `verified`: the seed, told now, is the one that the commitment of the start was made from. */
export interface ResultView {
  table: string;
  status: "ended" | "finished";
  rated: boolean;
  practice: boolean;
  totals: number[];
  winners: number[];
  decided_by: string | null;
  scores: SeatScore[];
  seed: string;
  commitment: string;
  verified: boolean;
}

/** The server was away while a clock ran: the time of this decision begins anew. */
export interface Resumed {
  kind: "resumed";
  at: number;
}

/** Somebody has said something. */
export interface Said {
  type: "said";
  line: ChatLine;
}

/** Say something at the table. */
export interface Say {
  type: "say";
  id: number;
  text: string;
}

/** Say who is to sit in a seat. */
export interface SeatAs {
  type: "seat_as";
  id: number;
  seat: number;
  chair: ChairWish;
}

/** The host's word on who is to sit in a seat. */
export interface SeatChange {
  seat: number;
  chair: ChairWish;
}

/** The points of a seat, and where they come from. */
export interface SeatScore {
  total: number;
  sources: (Record<string, unknown>)[];
}

/** A seat and who sits in it. `away`: a person who is not connected; `bot`: the level of the bot that decides. */
export interface SeatView {
  kind: "bot" | "local" | "open" | "person";
  person: string | null;
  name: string;
  bot: number | null;
  taken_over: boolean;
}

/** A seat by its number, or any. */
export interface SeatWish {
  seat?: number | null;
}

/** A seat was given to someone, or became open again, before the game began. */
export interface Seated {
  kind: "seated";
  at: number;
  seat: number;
  chair: Chair;
}

/** What has been played on this server, counted at the time `at`. */
export interface ServerFigures {
  at: number;
  games: FinishedGames[];
}

/** A browser in which one is signed in; `current` is the one that asks. `label` is what the browser calls itself. */
export interface SessionView {
  id: string;
  label: string;
  created: number;
  seen: number;
  expires: number;
  current: boolean;
}

/** The name and the password of an account. */
export interface SignIn {
  name: string;
  password: string;
}

/** An account to be opened, under a name by which one signs in. */
export interface SignUp {
  name: string;
  password: string;
  language?: "en" | "it" | null;
}

/** Oneself, and the guest who one was in this browser before. */
export interface SignedIn {
  id: string;
  name: string;
  kind: string;
  language: string;
  guest: GuestBefore | null;
}

/** An account that was opened. The recovery codes are told this once. */
export interface SignedUp {
  me: Me;
  recovery_codes: string[];
}

/** Take a seat. */
export interface Sit {
  type: "sit";
  id: number;
  seat?: number | null;
}

/** Begin. */
export interface Start {
  type: "start";
  id: number;
  level?: number;
}

/** Begin; bots of this level take the seats that are open. */
export interface StartWish {
  level?: number;
}

/** The game began. */
export interface Started {
  kind: "started";
  at: number;
}

/** The table as it stands, with the entries since the one that was asked for: the first message of a socket. */
export interface State {
  type: "state";
  table: TableView;
  entries: (Created | Seated | Started | Decided | UndoAsked | UndoAnswered | Undone | TakeoverAsked | TakenOver | TakenBack | Resumed | Upgraded | Ended | Rematched)[];
  chat: ChatLine[];
  here: string[];
  you: string | null;
}

/** Where a browser wants to be told: just what its `PushSubscription.toJSON()` gives. */
export interface Subscription {
  endpoint: string;
  keys: PushKeys;
  expirationTime?: number | null;
}

/** The subscription that is to end. */
export interface SubscriptionEnd {
  endpoint: string;
}

/** A table in a list. `awaited` is the person who is to decide; `totals` are the points as they stand. */
export interface TableLine {
  id: string;
  game: string;
  players: number;
  options: Record<string, boolean | number | string>;
  status: "ended" | "finished" | "open" | "playing";
  public: boolean;
  rated: boolean;
  practice: boolean;
  host: string;
  made: number;
  awaited: string | null;
  created: number;
  changed: number;
  seats: SeatView[];
  clock: Clock | null;
  totals: number[] | null;
  winners: number[] | null;
}

/** What has happened. */
export interface TableLog {
  entries: (Created | Seated | Started | Decided | UndoAsked | UndoAnswered | Undone | TakeoverAsked | TakenOver | TakenBack | Resumed | Upgraded | Ended | Rematched)[];
}

/** A table as everyone sees it who may see it. Times in milliseconds; `time_left` as of `now`.

    `moves` are the legal decisions of the seat whose turn it is: pairs of a number and its words. */
export interface TableView {
  id: string;
  seq: number;
  status: "ended" | "finished" | "open" | "playing";
  game: string;
  players: number;
  options: Record<string, boolean | number | string>;
  host: string;
  public: boolean;
  rated: boolean;
  practice: boolean;
  commitment: string;
  seats: SeatView[];
  clock: Clock | null;
  time_left: (number | null)[];
  now: number;
  made: number;
  turn: number | null;
  position: unknown;
  moves: unknown;
  undo: UndoView | null;
  takeover_wanted_by: string[];
  ended: string | null;
  rematch: string | null;
}

/** A page of a list of tables. `more`: there are others after them. */
export interface Tables {
  tables: TableLine[];
  more: boolean;
}

/** Play on oneself. */
export interface TakeBack {
  type: "take_back";
  id: number;
}

/** The player of a seat is back. */
export interface TakenBack {
  kind: "taken_back";
  at: number;
  seat: number;
}

/** A bot decides for a seat from now on: its time was out, the others agreed, or its player left. */
export interface TakenOver {
  kind: "taken_over";
  at: number;
  seat: number;
  reason: "agreed" | "left" | "time";
}

/** A person wants a bot to decide for a seat whose player is away. */
export interface TakeoverAsked {
  kind: "takeover_asked";
  at: number;
  by: string;
  seat: number;
}

/** A token, without its secret. */
export interface TokenView {
  id: string;
  label: string;
  scopes: string[];
  created: number;
  seen: number;
}

/** A token for a program that acts for oneself. */
export interface TokenWish {
  label: string;
  scopes: "play"[];
}

/** Take decisions back. */
export interface Undo {
  type: "undo";
  id: number;
  to?: number | null;
}

/** A person consented, or did not. */
export interface UndoAnswered {
  kind: "undo_answered";
  at: number;
  by: string;
  consents: boolean;
}

/** A person asked to take decisions back, so that `to` of them are left. */
export interface UndoAsked {
  kind: "undo_asked";
  at: number;
  by: string;
  to: number;
}

/** An undo that was asked for. */
export interface UndoView {
  by: string;
  to: number;
  consented: string[];
}

/** Take decisions back so that `to` are left; by default one's own last one. */
export interface UndoWish {
  to?: number | null;
}

/** Decisions were taken back, `to` of them are left. With `practice` something revealed was taken back too: from here
    on the game is practice, and the record of what was played before stands. */
export interface Undone {
  kind: "undone";
  at: number;
  by: string;
  to: number;
  practice: boolean;
}

/** Something has happened: the entries from `seq` - their number on, and the table as it stands now.

    `accepted` is the number of one's own message by which it has happened: it is done, and durable. */
export interface Update {
  type: "update";
  entries: (Created | Seated | Started | Decided | UndoAsked | UndoAnswered | Undone | TakeoverAsked | TakenOver | TakenBack | Resumed | Upgraded | Ended | Rematched)[];
  table: TableView;
  accepted?: number;
}

/** The rules of today play the decisions so far differently: the game goes on from the position as it was. */
export interface Upgraded {
  kind: "upgraded";
  at: number;
  rules_version: number;
  position: Record<string, unknown>;
}

/** Something to say. */
export interface Words {
  text: string;
}

export type Ask = Decide | Undo | AnswerUndo | Sit | SeatAs | Start | Leave | TakeBack | AskTakeover | Say | Ping;

export type Tell = State | Update | Said | Here | Accepted | Refused | Bye | Pong;
