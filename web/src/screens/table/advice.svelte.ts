/** A hint: the decisions that a strong bot considers. */
import type { Considered, Hint } from "$generated/messages";
import { post } from "$lib/api";
import { notices } from "$lib/notices.svelte";

export class Advice {
  considered = $state.raw<Considered[]>([]);
  asking = $state(false);
  #question = 0;

  /** The decision that the bot would make. */
  get best(): number | null {
    return this.considered[0]?.decision ?? null;
  }

  async ask(table: string, ply: number): Promise<void> {
    const question = ++this.#question;
    this.asking = true;
    try {
      const hint = await post<Hint>(`/api/tables/${table}/hint`, { ply });
      if (question === this.#question) this.considered = hint.thoughts.considered;
    } catch (cause) {
      if (question === this.#question) notices.problem(cause);
    }
    if (question === this.#question) this.asking = false;
  }

  forget(): void {
    this.#question++;
    this.considered = [];
    this.asking = false;
  }
}
