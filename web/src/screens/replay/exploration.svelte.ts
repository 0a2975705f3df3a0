/** Another line: a game that was played, left at some moment for other decisions, with a bot for the other seats. */
import type { Last, Move } from "$games/contract";
import type { Considered, Explored, ExploreWish, Thoughts } from "$generated/messages";
import { post } from "$lib/api";
import { myself } from "$lib/me.svelte";
import { notices } from "$lib/notices.svelte";
import { settings } from "$lib/settings.svelte";
import type { LineName } from "./past";

export class Exploration {
  shown = $state.raw<Explored | null>(null);
  /** What the bot thinks of the position, if it was asked. */
  considered = $state.raw<Considered[]>([]);
  /** Something is waited for. */
  busy = $state(false);
  /** Whether the bot decides for the other seats. */
  answers = $state(true);
  /** The seat for which I decide: the one whose turn it was when the game was left. */
  seat = $state<number | null>(null);
  #closed = false;
  /** The positions on the way, by how many decisions of this line had been made. */
  #passed = new Map<number, unknown>();

  constructor(
    readonly table: string,
    readonly line: LineName,
    readonly from: number,
  ) {
    void this.#reach([]);
  }

  get decisions(): number[] {
    return this.shown?.decisions ?? [];
  }

  get moves(): Move[] {
    return (this.shown?.moves ?? []) as Move[];
  }

  /** Whether I am to decide. */
  get active(): boolean {
    const turn = this.shown?.turn ?? null;
    return !this.busy && turn !== null && (!this.answers || turn === this.seat);
  }

  /** Whether the bot could decide now but was stopped, or was not asked to. */
  get waiting(): boolean {
    return !this.busy && this.shown !== null && !this.shown.over && !this.active;
  }

  get best(): number | null {
    return this.considered[0]?.decision ?? null;
  }

  /** The position in which a decision of this line was made, if it was shown. */
  before(number: number): unknown {
    return this.#passed.get(number) ?? null;
  }

  /** What has just been decided in this line. */
  justDecided(): Last | null {
    const number = this.decisions.length - 1;
    const [decision, seat] = [this.shown?.decisions[number], this.shown?.seats[number]];
    if (decision === undefined || seat === undefined) return null;
    return { seat, decision, count: this.from + number + 1 };
  }

  /** Decide something; the bot answers until it is my turn again. */
  async decide(decision: number): Promise<void> {
    if (this.busy || !(await this.#reach([...this.decisions, decision]))) return;
    await this.goOn();
  }

  /** Show why a decision is not legal here: the server refuses a line with it. */
  async explain(decision: number): Promise<void> {
    if (!this.active || this.moves.some(([number]) => number === decision)) return;
    try {
      await this.#explored([...this.decisions, decision]);
    } catch (cause) {
      if (!this.#closed) notices.explain(cause);
    }
  }

  /** Let the bot decide for the seats that are not mine. */
  async goOn(): Promise<void> {
    while (this.waiting && !this.#closed) {
      const thoughts = await this.#ask();
      if (!thoughts || this.#closed || !(await this.#reach([...this.decisions, thoughts.decision]))) return;
      await new Promise((done) => setTimeout(done, settings.duration(settings.pause / 2)));
    }
  }

  /** Ask what the bot would do here. */
  async consider(): Promise<void> {
    this.considered = (await this.#ask())?.considered ?? [];
  }

  /** Take the last decision of mine back, and what the bot has answered. */
  async back(): Promise<void> {
    const { seats = [], decisions = [] } = this.shown ?? {};
    const mine = this.answers ? seats.lastIndexOf(this.seat ?? -1) : seats.length - 1;
    if (mine >= 0) await this.#reach(decisions.slice(0, mine));
  }

  /** Back to where the game was left. */
  async again(): Promise<void> {
    await this.#reach([]);
  }

  close(): void {
    this.#closed = true;
  }

  #wish(decisions: number[]): ExploreWish {
    return { ply: this.from, decisions, line: this.line };
  }

  #explored(decisions: number[]): Promise<Explored> {
    return post<Explored>(`/api/tables/${this.table}/explore`, this.#wish(decisions));
  }

  async #reach(decisions: number[]): Promise<boolean> {
    return this.#trying(async () => {
      const reached = await this.#explored(decisions);
      this.#passed.set(decisions.length, reached.position);
      this.shown = reached;
      this.seat ??= this.shown.turn;
      this.considered = [];
    });
  }

  async #ask(): Promise<Thoughts | null> {
    let thoughts: Thoughts | null = null;
    await this.#trying(async () => {
      await myself.arrive();
      thoughts = await post<Thoughts>(`/api/tables/${this.table}/consider`, this.#wish(this.decisions));
    });
    return thoughts;
  }

  async #trying(what: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    try {
      await what();
      return true;
    } catch (cause) {
      if (!this.#closed) notices.problem(cause);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
