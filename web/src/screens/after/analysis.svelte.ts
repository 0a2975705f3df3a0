/** A bot's judgement of a finished game, made by the server in the background: asked for once, then waited for. */
import type { AnalysisView } from "$generated/messages";
import { get, post } from "$lib/api";
import { myself } from "$lib/me.svelte";

const LOOK_MS = 1500;

export class Analysis {
  view = $state.raw<AnalysisView | null>(null);
  /** Why it is not made. */
  problem = $state("");
  #timer = 0;
  #closed = false;

  constructor(readonly table: string) {}

  /** The judgement, once it is there. */
  get done(): AnalysisView | null {
    return this.view?.status === "done" ? this.view : null;
  }

  /** Whether it is waited for. */
  get running(): boolean {
    return this.view?.status === "running" || this.view?.status === "waiting";
  }

  /** Ask for it; one that was asked for already is not made again. */
  async ask(): Promise<void> {
    this.problem = "";
    await this.#hear(async () => {
      await myself.arrive();
      return post<AnalysisView>(`/api/tables/${this.table}/analysis`);
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #hear(question: () => Promise<AnalysisView>): Promise<void> {
    try {
      this.view = await question();
    } catch (cause) {
      this.problem = cause instanceof Error ? cause.message : String(cause);
      return;
    }
    if (!this.running || this.#closed) return;
    const look = () => get<AnalysisView>(`/api/tables/${this.table}/analysis`);
    this.#timer = window.setTimeout(() => void this.#hear(look), LOOK_MS);
  }
}
