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
  language?: string | null;
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

/** A decision that a bot has considered: how often it has looked at it, the final points that the seat may expect of it,
    its chance to win (null in a game alone), and what it gains at once. */
export interface Considered {
  decision: number;
  text: string;
  visits: number;
  score: number;
  win_chance: number | null;
  gain: number | null;
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
  ply: number;
  decision: number | string;
}

/** A seat decided. `by` is a person, or None for a bot. `about` is what the decision's words leave out and the open
    position told then: the log can be read without playing it, also when the rules of another day would play it otherwise. */
export interface Decided {
  kind: "decided";
  at: number;
  seat: number;
  decision: number;
  by: string | null;
  about?: Record<string, unknown>;
}

/** A decision, by its number or in words, to be made after `ply` decisions. */
export interface DecisionWish {
  ply: number;
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

/** Something has happened at one of a person's tables. `ply`: how many decisions had been made then. */
export interface Event {
  type: "over" | "rematch" | "started" | "taken_over" | "undo_asked" | "your_turn";
  table: string;
  game: string;
  ply: number;
}

/** A position that might have been: after the first `ply` decisions of a line of a finished game, then others. */
export interface ExploreWish {
  ply: number;
  decisions?: (number | string)[];
  line?: "last" | "original";
}

/** A position that might have been. `decisions` and `texts` are those made beyond the game's own, `seats` who made
    them; what is hidden is as it was in the game. */
export interface Explored {
  table: string;
  ply: number;
  decisions: number[];
  texts: string[];
  seats: number[];
  turn: number | null;
  over: boolean;
  position: unknown;
  moves: unknown;
  scores: SeatScore[];
  winners: number[];
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

/** What never changes of a game: the words and the fields of each decision, by its number, its pieces as plain data, and
    the lists of its positions that have an entry for each seat (`by_seat`). Fields always have a `kind`. */
export interface GameConstants {
  name: string;
  rules_version: number;
  decisions: string[];
  fields: (Record<string, unknown>)[];
  pieces: Record<string, unknown>;
  by_seat: string[];
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

/** The rules of a game, as its README has them. */
export interface GameRules {
  markdown: string;
}

/** A game that can be played here. `ready`: its rules are compiled; otherwise they are being prepared, and opening a
    table takes until they are. */
export interface GameView {
  name: string;
  title: string;
  rules_version: number;
  players: number[];
  default_players: number;
  options: OptionView[];
  ready: boolean;
}

/** The sentences of a game in a language, by their keys. Gaps are named: `{points}`. */
export interface GameWords {
  words: Record<string, string | Record<string, string>>;
}

/** All games. */
export interface GamesView {
  games: GameView[];
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

/** What a strong bot thinks of a position, in the place of the seat whose turn it is. */
export interface Hint {
  table: string;
  ply: number;
  turn: number;
  thoughts: Thoughts;
}

/** A hint for the position after `ply` decisions. */
export interface HintWish {
  ply: number;
}

/** What the bot thinks of a decision, made after `ply` others.

    `chances` are the chances of all seats to win before it (none in a game alone), `points` those that the seat could
    expect (null where there was nothing to choose). `best` is what the bot would have done, and `lost_…` how much more it
    expects of that. `visits` tells how closely it has looked at what was decided; 0: not at all, then at least as much is
    lost. */
export interface Judged {
  ply: number;
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

/** A game with a number of players, and from which place on. */
export interface LeaderboardQuery {
  game: string;
  players: number;
  offset?: number;
  limit?: number;
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

/** Of one game, or of all. */
export interface LobbyQuery {
  game?: string | null;
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
  language?: string | null;
}

/** Which of one's tables, and from which on. */
export interface MyTablesQuery {
  list?: "finished" | "running" | "waiting";
  offset?: number;
  limit?: number;
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

/** An option of a game. `players`: the numbers of players it is for; `defaults`: its value if none is given, by the
    number of players. `kind` is "flag", "choice" or a word of the game's own, such as "cards": a client that does not
    know the word offers the `values`, as for a choice. Of a flag or a choice they are all there are; of another kind
    the game takes more (several names with commas between them, a layout of one's own). */
export interface OptionView {
  name: string;
  kind: string;
  values: (boolean | number | string)[];
  players: number[];
  defaults: Record<string, boolean | number | string>;
}

/** The points as they stand, and what each decision of the seat whose turn it is would bring. */
export interface Outlook {
  table: string;
  seq: number;
  ply: number;
  turn: number | null;
  scores: SeatScore[];
  prospects: Prospect[];
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
  reason?: string | null;
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

/** What is known of a legal decision before it is made: the `total` points of the seat after it, were the game to end
    then, how many it would `gain` by it, and what else it does. Null where that depends on what is not known yet. */
export interface Prospect {
  decision: number;
  total: number | null;
  gain: number | null;
  effects: Record<string, unknown>;
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

/** The game as it was played last, or, of a game that became practice, as it was before. */
export interface RecordQuery {
  line?: "last" | "original";
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
  reason?: string | null;
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

/** After how many decisions, and in which line of a game that became practice. */
export interface ReplayQuery {
  ply: number;
  line?: "last" | "original";
}

/** A game after some of its decisions: what was open then, what was legal, and what was decided next. */
export interface ReplayView {
  table: string;
  first: number;
  last: number;
  ply: number;
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

/** A seat and who sits in it. `bot` is the level of the bot that decides, also for a person it has `taken_over` from. */
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
  language?: string | null;
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

/** How many entries are known already. */
export interface Since {
  after?: number;
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

/** The table as it stands, with the entries since the one that was asked for: the first message of a socket.

    `outlook` is there if the socket was opened with it: that of this position, null before the game begins. */
export interface State {
  type: "state";
  table: TableView;
  entries: (Created | Seated | Started | Decided | UndoAsked | UndoAnswered | Undone | TakeoverAsked | TakenOver | TakenBack | Resumed | Upgraded | Ended | Rematched)[];
  chat: ChatLine[];
  here: string[];
  you: string | null;
  outlook?: Outlook | null;
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
  ply: number;
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
  ply: number;
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

/** What a bot thinks: what it would decide, what it has considered (the best first; nothing where there is nothing to
    choose), and how it expects the game to go on. */
export interface Thoughts {
  bot: string;
  decision: number;
  text: string;
  iterations: number;
  considered: Considered[];
  line: string[];
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

    `accepted` is the number of one's own message by which it has happened: it is done, and durable. `outlook` is there if
    the socket was opened with it: that of this position, null before the game begins or if it could not be computed. */
export interface Update {
  type: "update";
  entries: (Created | Seated | Started | Decided | UndoAsked | UndoAnswered | Undone | TakeoverAsked | TakenOver | TakenBack | Resumed | Upgraded | Ended | Rematched)[];
  table: TableView;
  accepted?: number;
  outlook?: Outlook | null;
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

/** The REST operations: how each is reached, what it takes and what it gives. */
export interface Operations {
  answer_undo: { method: "POST"; path: "/api/tables/{table}/undo/answer"; query: null; body: Answer; returns: Done };
  arrive: { method: "POST"; path: "/api/me"; query: null; body: Arrival; returns: Me };
  ask_analysis: { method: "POST"; path: "/api/tables/{table}/analysis"; query: null; body: null; returns: AnalysisView };
  ask_rematch: { method: "POST"; path: "/api/tables/{table}/rematch"; query: null; body: null; returns: RematchView };
  block: { method: "PUT"; path: "/api/people/{person}/block"; query: null; body: null; returns: null };
  change_me: { method: "PATCH"; path: "/api/me"; query: null; body: MeChange; returns: Me };
  change_password: { method: "POST"; path: "/api/me/password"; query: null; body: PasswordChange; returns: null };
  consider_line: { method: "POST"; path: "/api/tables/{table}/consider"; query: null; body: ExploreWish; returns: Thoughts };
  decide: { method: "POST"; path: "/api/tables/{table}/decide"; query: null; body: DecisionWish; returns: Done };
  delete_bot: { method: "DELETE"; path: "/api/me/bots/{bot}"; query: null; body: null; returns: null };
  delete_me: { method: "POST"; path: "/api/me/delete"; query: null; body: Farewell; returns: null };
  end_session: { method: "DELETE"; path: "/api/me/sessions/{session}"; query: null; body: null; returns: null };
  explore_line: { method: "POST"; path: "/api/tables/{table}/explore"; query: null; body: ExploreWish; returns: Explored };
  export_me: { method: "GET"; path: "/api/me/export"; query: null; body: null; returns: Export };
  give_hint: { method: "POST"; path: "/api/tables/{table}/hint"; query: null; body: HintWish; returns: Hint };
  keep_settings: { method: "PUT"; path: "/api/me/settings"; query: null; body: Record<string, unknown>; returns: null };
  leave: { method: "POST"; path: "/api/tables/{table}/leave"; query: null; body: null; returns: Done };
  list_bots: { method: "GET"; path: "/api/me/bots"; query: null; body: null; returns: BotView[] };
  list_relations: { method: "GET"; path: "/api/me/relations"; query: null; body: null; returns: RelationView[] };
  list_sessions: { method: "GET"; path: "/api/me/sessions"; query: null; body: null; returns: SessionView[] };
  list_tokens: { method: "GET"; path: "/api/me/tokens"; query: null; body: null; returns: TokenView[] };
  make_bot: { method: "POST"; path: "/api/me/bots"; query: null; body: BotWish; returns: NewBot };
  make_token: { method: "POST"; path: "/api/me/tokens"; query: null; body: TokenWish; returns: NewToken };
  mute: { method: "PUT"; path: "/api/people/{person}/mute"; query: null; body: null; returns: null };
  open_table: { method: "POST"; path: "/api/tables"; query: null; body: NewTable; returns: Opened };
  recover: { method: "POST"; path: "/api/accounts/recover"; query: null; body: Recovery; returns: SignedIn };
  renew_bot_token: { method: "POST"; path: "/api/me/bots/{bot}/token"; query: null; body: null; returns: NewBot };
  renew_recovery_codes: { method: "POST"; path: "/api/me/recovery_codes"; query: null; body: Proof; returns: RecoveryCodes };
  report_person: { method: "POST"; path: "/api/people/{person}/report"; query: null; body: ReportWish; returns: null };
  revoke_token: { method: "DELETE"; path: "/api/me/tokens/{token}"; query: null; body: null; returns: null };
  say: { method: "POST"; path: "/api/tables/{table}/chat"; query: null; body: Words; returns: ChatLine };
  seat_as: { method: "POST"; path: "/api/tables/{table}/seat"; query: null; body: SeatChange; returns: Done };
  show_account: { method: "GET"; path: "/api/me/account"; query: null; body: null; returns: AccountView };
  show_analysis: { method: "GET"; path: "/api/tables/{table}/analysis"; query: null; body: null; returns: AnalysisView };
  show_game: { method: "GET"; path: "/api/games/{game}"; query: null; body: null; returns: GameConstants };
  show_game_rules: { method: "GET"; path: "/api/games/{game}/rules/{language}"; query: null; body: null; returns: GameRules };
  show_game_words: { method: "GET"; path: "/api/games/{game}/words/{language}"; query: null; body: null; returns: GameWords };
  show_games: { method: "GET"; path: "/api/games"; query: null; body: null; returns: GamesView };
  show_leaderboard: { method: "GET"; path: "/api/leaderboard"; query: LeaderboardQuery; body: null; returns: Leaderboard };
  show_lobby: { method: "GET"; path: "/api/lobby"; query: LobbyQuery; body: null; returns: Lobby };
  show_log: { method: "GET"; path: "/api/tables/{table}/log"; query: Since; body: null; returns: TableLog };
  show_me: { method: "GET"; path: "/api/me"; query: null; body: null; returns: Me };
  show_my_tables: { method: "GET"; path: "/api/me/tables"; query: MyTablesQuery; body: null; returns: Tables };
  show_outlook: { method: "GET"; path: "/api/tables/{table}/outlook"; query: null; body: null; returns: Outlook };
  show_person: { method: "GET"; path: "/api/people/{person}"; query: null; body: null; returns: Profile };
  show_person_statistics: { method: "GET"; path: "/api/people/{person}/statistics"; query: null; body: null; returns: PersonFigures };
  show_push_key: { method: "GET"; path: "/api/push"; query: null; body: null; returns: PushKey };
  show_qr: { method: "GET"; path: "/api/tables/{table}/qr"; query: null; body: null; returns: Response };
  show_record: { method: "GET"; path: "/api/tables/{table}/record"; query: RecordQuery; body: null; returns: GameRecord };
  show_replay: { method: "GET"; path: "/api/tables/{table}/replay"; query: ReplayQuery; body: null; returns: ReplayView };
  show_result: { method: "GET"; path: "/api/tables/{table}/result"; query: null; body: null; returns: ResultView };
  show_settings: { method: "GET"; path: "/api/me/settings"; query: null; body: null; returns: Record<string, unknown> };
  show_statistics: { method: "GET"; path: "/api/statistics"; query: null; body: null; returns: ServerFigures };
  show_table: { method: "GET"; path: "/api/tables/{table}"; query: null; body: null; returns: TableView };
  sign_in: { method: "POST"; path: "/api/accounts/sign_in"; query: null; body: SignIn; returns: SignedIn };
  sign_out: { method: "POST"; path: "/api/me/sign_out"; query: null; body: null; returns: Me | null };
  sign_out_everywhere: { method: "POST"; path: "/api/me/sign_out_everywhere"; query: null; body: null; returns: null };
  sign_up: { method: "POST"; path: "/api/accounts"; query: null; body: SignUp; returns: SignedUp };
  sit: { method: "POST"; path: "/api/tables/{table}/sit"; query: null; body: SeatWish; returns: Done };
  start: { method: "POST"; path: "/api/tables/{table}/start"; query: null; body: StartWish; returns: Done };
  stream_events: { method: "GET"; path: "/api/events"; query: null; body: null; returns: Response };
  stream_table: { method: "GET"; path: "/api/tables/{table}/stream"; query: null; body: null; returns: Response };
  subscribe_browser: { method: "POST"; path: "/api/me/push"; query: null; body: Subscription; returns: null };
  take_back: { method: "POST"; path: "/api/tables/{table}/take_back"; query: null; body: null; returns: Done };
  take_over: { method: "POST"; path: "/api/tables/{table}/take_over"; query: null; body: null; returns: Done };
  unblock: { method: "DELETE"; path: "/api/people/{person}/block"; query: null; body: null; returns: null };
  undo: { method: "POST"; path: "/api/tables/{table}/undo"; query: null; body: UndoWish; returns: Done };
  unmute: { method: "DELETE"; path: "/api/people/{person}/mute"; query: null; body: null; returns: null };
  unsubscribe_browser: { method: "POST"; path: "/api/me/push/end"; query: null; body: SubscriptionEnd; returns: null };
}

/** How each operation is reached. */
export const OPERATIONS: { [Name in keyof Operations]: Pick<Operations[Name], "method" | "path"> } = {
  answer_undo: { method: "POST", path: "/api/tables/{table}/undo/answer" },
  arrive: { method: "POST", path: "/api/me" },
  ask_analysis: { method: "POST", path: "/api/tables/{table}/analysis" },
  ask_rematch: { method: "POST", path: "/api/tables/{table}/rematch" },
  block: { method: "PUT", path: "/api/people/{person}/block" },
  change_me: { method: "PATCH", path: "/api/me" },
  change_password: { method: "POST", path: "/api/me/password" },
  consider_line: { method: "POST", path: "/api/tables/{table}/consider" },
  decide: { method: "POST", path: "/api/tables/{table}/decide" },
  delete_bot: { method: "DELETE", path: "/api/me/bots/{bot}" },
  delete_me: { method: "POST", path: "/api/me/delete" },
  end_session: { method: "DELETE", path: "/api/me/sessions/{session}" },
  explore_line: { method: "POST", path: "/api/tables/{table}/explore" },
  export_me: { method: "GET", path: "/api/me/export" },
  give_hint: { method: "POST", path: "/api/tables/{table}/hint" },
  keep_settings: { method: "PUT", path: "/api/me/settings" },
  leave: { method: "POST", path: "/api/tables/{table}/leave" },
  list_bots: { method: "GET", path: "/api/me/bots" },
  list_relations: { method: "GET", path: "/api/me/relations" },
  list_sessions: { method: "GET", path: "/api/me/sessions" },
  list_tokens: { method: "GET", path: "/api/me/tokens" },
  make_bot: { method: "POST", path: "/api/me/bots" },
  make_token: { method: "POST", path: "/api/me/tokens" },
  mute: { method: "PUT", path: "/api/people/{person}/mute" },
  open_table: { method: "POST", path: "/api/tables" },
  recover: { method: "POST", path: "/api/accounts/recover" },
  renew_bot_token: { method: "POST", path: "/api/me/bots/{bot}/token" },
  renew_recovery_codes: { method: "POST", path: "/api/me/recovery_codes" },
  report_person: { method: "POST", path: "/api/people/{person}/report" },
  revoke_token: { method: "DELETE", path: "/api/me/tokens/{token}" },
  say: { method: "POST", path: "/api/tables/{table}/chat" },
  seat_as: { method: "POST", path: "/api/tables/{table}/seat" },
  show_account: { method: "GET", path: "/api/me/account" },
  show_analysis: { method: "GET", path: "/api/tables/{table}/analysis" },
  show_game: { method: "GET", path: "/api/games/{game}" },
  show_game_rules: { method: "GET", path: "/api/games/{game}/rules/{language}" },
  show_game_words: { method: "GET", path: "/api/games/{game}/words/{language}" },
  show_games: { method: "GET", path: "/api/games" },
  show_leaderboard: { method: "GET", path: "/api/leaderboard" },
  show_lobby: { method: "GET", path: "/api/lobby" },
  show_log: { method: "GET", path: "/api/tables/{table}/log" },
  show_me: { method: "GET", path: "/api/me" },
  show_my_tables: { method: "GET", path: "/api/me/tables" },
  show_outlook: { method: "GET", path: "/api/tables/{table}/outlook" },
  show_person: { method: "GET", path: "/api/people/{person}" },
  show_person_statistics: { method: "GET", path: "/api/people/{person}/statistics" },
  show_push_key: { method: "GET", path: "/api/push" },
  show_qr: { method: "GET", path: "/api/tables/{table}/qr" },
  show_record: { method: "GET", path: "/api/tables/{table}/record" },
  show_replay: { method: "GET", path: "/api/tables/{table}/replay" },
  show_result: { method: "GET", path: "/api/tables/{table}/result" },
  show_settings: { method: "GET", path: "/api/me/settings" },
  show_statistics: { method: "GET", path: "/api/statistics" },
  show_table: { method: "GET", path: "/api/tables/{table}" },
  sign_in: { method: "POST", path: "/api/accounts/sign_in" },
  sign_out: { method: "POST", path: "/api/me/sign_out" },
  sign_out_everywhere: { method: "POST", path: "/api/me/sign_out_everywhere" },
  sign_up: { method: "POST", path: "/api/accounts" },
  sit: { method: "POST", path: "/api/tables/{table}/sit" },
  start: { method: "POST", path: "/api/tables/{table}/start" },
  stream_events: { method: "GET", path: "/api/events" },
  stream_table: { method: "GET", path: "/api/tables/{table}/stream" },
  subscribe_browser: { method: "POST", path: "/api/me/push" },
  take_back: { method: "POST", path: "/api/tables/{table}/take_back" },
  take_over: { method: "POST", path: "/api/tables/{table}/take_over" },
  unblock: { method: "DELETE", path: "/api/people/{person}/block" },
  undo: { method: "POST", path: "/api/tables/{table}/undo" },
  unmute: { method: "DELETE", path: "/api/people/{person}/mute" },
  unsubscribe_browser: { method: "POST", path: "/api/me/push/end" },
};
