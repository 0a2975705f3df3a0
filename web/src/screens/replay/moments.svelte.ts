/** The moments of a replay: each is a position and the decision made in it. */
import { SvelteMap } from "svelte/reactivity";
import type { Last, Move } from "$games/contract";
import type { ReplayView } from "$generated/messages";
import { get } from "$lib/api";
import { notices } from "$lib/notices.svelte";
import { settings } from "$lib/settings.svelte";
import type { Line, LineName } from "./lines";

/** The number of moments to load ahead. */
const AHEAD = 3;
/** The interval at which the rest of the game is loaded. */
const GATHER_MS = 150;

export class Moments {
  /** The ply of the wanted moment. */
  ply = $state(0);
  /** The shown moment: the wanted one as soon as it is loaded. */
  shown = $state.raw<ReplayView | null>(null);
  running = $state(false);
  /** The loaded positions by ply. */
  positions = new SvelteMap<number, unknown>();
  #loads = new Map<number, Promise<ReplayView>>();
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

  /** Return the decision before the shown moment. */
  justDecided(): Last | null {
    if (!this.shown) return null;
    const step = this.line.steps[this.shown.ply - this.first - 1];
    return step ? { ...step, count: this.shown.ply } : null;
  }

  /** Go to a ply. */
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

  /** Load the missing moments one by one. Returns a function that ends it, for `$effect`. */
  gather(): () => void {
    let missing = this.first;
    const timer = setInterval(() => {
      if (document.visibilityState === "hidden" || this.running) return;
      while (this.#loads.has(missing)) missing++;
      if (missing > this.last) clearInterval(timer);
      else this.#prefetch(missing);
    }, GATHER_MS);
    return () => clearInterval(timer);
  }

  /** Play the game to its end; at the end, start over. */
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
    let moment = this.#loads.get(ply);
    if (!moment) {
      moment = get<ReplayView>(`/api/tables/${this.table}/replay`, { ply, line: this.name });
      this.#loads.set(ply, moment);
      moment.then(
        (loaded) => this.positions.set(ply, loaded.position),
        () => this.#loads.delete(ply),
      );
    }
    return moment;
  }

  #prefetch(ply: number): void {
    if (ply >= this.first && ply <= this.last) void this.#load(ply).catch(() => {});
  }
}
