/** A bot's analysis of a finished game, computed by the server in the background. */
import type { AnalysisView } from "$generated/messages";
import { get, post } from "$lib/api";
import { myself } from "$lib/me.svelte";

const POLL_MS = 1500;

export class Analysis {
  view = $state.raw<AnalysisView | null>(null);
  /** The reason why there is no analysis. */
  problem = $state("");
  #timer = 0;
  #closed = false;

  constructor(readonly table: string) {}

  /** The analysis, once it is done. */
  get done(): AnalysisView | null {
    return this.view?.status === "done" ? this.view : null;
  }

  /** True while it is queued or computed. */
  get running(): boolean {
    return this.view?.status === "running" || this.view?.status === "waiting";
  }

  /** Request the analysis. The server computes it only once. */
  async ask(): Promise<void> {
    this.problem = "";
    await this.#poll(async () => {
      await myself.arrive();
      return post<AnalysisView>(`/api/tables/${this.table}/analysis`);
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #poll(request: () => Promise<AnalysisView>): Promise<void> {
    try {
      this.view = await request();
    } catch (cause) {
      this.problem = cause instanceof Error ? cause.message : String(cause);
      return;
    }
    if (!this.running || this.#closed) return;
    const load = () => get<AnalysisView>(`/api/tables/${this.table}/analysis`);
    this.#timer = window.setTimeout(() => void this.#poll(load), POLL_MS);
  }
}
