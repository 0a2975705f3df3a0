/** The form for a new table: seats, options and clock. The last choices for each game are stored. */
import type { ChairWish, GameView, NewTable, OptionView } from "$generated/messages";
import { load, store } from "$lib/storage";
import { say } from "$lib/words.svelte";

export type Value = boolean | number | string;
export type SeatKind = ChairWish["kind"];
export type ClockKind = "none" | "decision" | "game";

export interface PlannedSeat {
  kind: SeatKind;
  name: string;
  level: number;
}

interface Remembered {
  players: number;
  seats: PlannedSeat[];
  options: Record<string, Value>;
  public: boolean;
  rated: boolean;
  clock: ClockKind;
  seconds: Record<"decision" | "game", number>;
  increment: number;
}

export const LEVELS = [1, 2, 3, 4, 5];
export const USUAL_LEVEL = 2;

export class Plan {
  #given: Remembered;

  constructor(readonly game: GameView) {
    const usual: Remembered = {
      players: game.default_players,
      seats: [],
      options: {},
      public: false,
      rated: false,
      clock: "none",
      seconds: { decision: 120, game: 1200 },
      increment: 10,
    };
    this.#given = $state(load(`new.${game.name}`, usual));
    if (!game.players.includes(this.#given.players)) this.#given.players = game.default_players;
    for (let seat = this.#given.seats.length; seat < Math.max(...game.players); seat++) {
      const kind = seat === 0 ? "me" : "bot";
      this.#given.seats.push({
        kind,
        name: say("web_home.seat.local_name", { number: seat + 1 }),
        level: USUAL_LEVEL,
      });
    }
  }

  /** The choices, which the form writes to. */
  get is(): Remembered {
    return this.#given;
  }

  get seats(): PlannedSeat[] {
    return this.#given.seats.slice(0, this.#given.players);
  }

  /** Assign a seat. I have only one: my former seat takes over what this one had. */
  seat(index: number, kind: SeatKind, level?: number): void {
    const seat = this.#given.seats[index];
    if (!seat) return;
    if (kind === "me") {
      const before = this.#given.seats.find((one) => one.kind === "me");
      if (before) before.kind = seat.kind;
    }
    seat.kind = kind;
    if (level !== undefined) seat.level = level;
  }

  /** Make all seats but mine of one kind. */
  others(kind: SeatKind): void {
    if (!this.seats.some((seat) => seat.kind === "me")) this.seat(0, "me");
    for (const seat of this.#given.seats) if (seat.kind !== "me") seat.kind = kind;
  }

  /** Make the table public, with free seats for the others. */
  invite(): void {
    this.#given.public = true;
    this.others("open");
  }

  /** The options of a game with this number of players. */
  get options(): OptionView[] {
    return this.game.options.filter((option) => option.players.includes(this.#given.players));
  }

  usual(option: OptionView): Value {
    return option.defaults[String(this.#given.players)] ?? option.values[0] ?? "";
  }

  value(option: OptionView): Value {
    return this.#given.options[option.name] ?? this.usual(option);
  }

  /** Choose a value. The default is not stored, because it may differ with the number of players. */
  choose(option: OptionView, value: Value): void {
    if (value === this.usual(option)) delete this.#given.options[option.name];
    else this.#given.options[option.name] = value;
  }

  get unusual(): boolean {
    return this.options.some((option) => this.value(option) !== this.usual(option));
  }

  allUsual(): void {
    this.#given.options = {};
  }

  /** True if the game can be rated: only people, each at a device of their own. */
  get ratable(): boolean {
    return this.seats.length > 1 && this.seats.every((seat) => seat.kind === "me" || seat.kind === "open");
  }

  /** True if no seat is free, so the game begins as soon as the table is open. */
  get complete(): boolean {
    return this.seats.every((seat) => seat.kind !== "open");
  }

  /** Return the plan as the request that opens the table. */
  request(): NewTable {
    const { clock, seconds, increment, players } = this.#given;
    const chosen = this.options.filter((option) => this.value(option) !== this.usual(option));
    return {
      game: this.game.name,
      players,
      options: Object.fromEntries(chosen.map((option) => [option.name, this.value(option)])),
      seats: this.seats.map(chair),
      public: this.#given.public,
      rated: this.#given.rated && this.ratable,
      clock:
        clock === "none"
          ? null
          : { kind: clock, seconds: seconds[clock], increment: clock === "game" ? increment : 0 },
    };
  }

  remember(): void {
    store(`new.${this.game.name}`, this.#given);
  }
}

function chair({ kind, name, level }: PlannedSeat): ChairWish {
  if (kind === "bot") return { kind, level };
  return kind === "local" ? { kind, name } : { kind };
}
