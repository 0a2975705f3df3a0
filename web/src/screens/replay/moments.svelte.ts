/** The moments of a game that was played: each is a position and the decision that was made in it. */
import { SvelteMap } from "svelte/reactivity";
import type { Last, Move } from "$games/contract";
import type { ReplayView } from "$generated/messages";
import { get } from "$lib/api";
import { notices } from "$lib/notices.svelte";
import { settings } from "$lib/settings.svelte";
import type { Line, LineName } from "./past";

/** How many moments ahead are asked for before they are wanted. */
const AHEAD = 3;
/** The others follow by and by, so that the whole game can be walked through without waiting. */
const GATHER_MS = 150;

export class Moments {
  /** How many decisions have been made at the moment that is wanted. */
  ply = $state(0);
  /** The moment that is shown: the wanted one as soon as it is there. */
  shown = $state.raw<ReplayView | null>(null);
  running = $state(false);
  /** The positions that are known, by how many decisions had been made. */
  positions = new SvelteMap<number, unknown>();
  #asked = new Map<number, Promise<ReplayView>>();
  #timer = 0;

  constructor(
    readonly table: string,
    readonly name: LineName,
    readonly line: Line,
  ) {
    this.ply = line.first;
  }

  get first(): number {
    return this.line.first;
  }

  get last(): number {
    return this.line.first + this.line.steps.length;
  }

  get moves(): Move[] {
    return (this.shown?.moves ?? []) as Move[];
  }

  /** What had just been decided, in the moment that is shown. */
  justDecided(): Last | null {
    if (!this.shown) return null;
    const step = this.line.steps[this.shown.ply - this.first - 1];
    return step ? { ...step, count: this.shown.ply } : null;
  }

  /** Look at the game after so many decisions. */
  async go(ply: number): Promise<void> {
    this.ply = Math.min(this.last, Math.max(this.first, ply));
    const wanted = this.ply;
    try {
      const moment = await this.#load(wanted);
      if (this.ply === wanted) this.shown = moment;
    } catch (cause) {
      this.stop();
      notices.problem(cause);
      return;
    }
    for (let ahead = 1; ahead <= AHEAD && this.ply === wanted; ahead++) this.#prefetch(wanted + ahead);
    this.#prefetch(wanted - 1);
  }

  /** Get all that is not known yet, one after the other; what is returned ends it. Made for `$effect`. */
  gather(): () => void {
    let missing = this.first;
    const timer = setInterval(() => {
      if (document.visibilityState === "hidden" || this.running) return;
      while (this.#asked.has(missing)) missing++;
      if (missing > this.last) clearInterval(timer);
      else this.#prefetch(missing);
    }, GATHER_MS);
    return () => clearInterval(timer);
  }

  /** Let the game go on by itself until its end; from the end, once more from the start. */
  play(): void {
    this.running = true;
    if (this.ply >= this.last) this.ply = this.first - 1;
    this.#next();
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.#timer);
  }

  #next(): void {
    void this.go(this.ply + 1).then(() => {
      if (!this.running) return;
      if (this.ply >= this.last) this.stop();
      else this.#timer = window.setTimeout(() => this.#next(), settings.pause);
    });
  }

  #load(ply: number): Promise<ReplayView> {
    let moment = this.#asked.get(ply);
    if (!moment) {
      moment = get<ReplayView>(`/api/tables/${this.table}/replay`, { ply, line: this.name });
      this.#asked.set(ply, moment);
      moment.then(
        (told) => this.positions.set(ply, told.position),
        () => this.#asked.delete(ply),
      );
    }
    return moment;
  }

  #prefetch(ply: number): void {
    if (ply >= this.first && ply <= this.last) void this.#load(ply).catch(() => {});
  }
}
