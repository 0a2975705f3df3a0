import { Refusal } from "$lib/api";

/** Something that is asked of the server: whether it is under way, and the sentence that says why it was not done. */
export class Attempt {
  busy = $state(false);
  problem = $state("");
  /** What the problem is called; nothing if the server has not refused anything. */
  #key = $state("");

  /** Do it, once at a time. Whether it was done. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = this.#key = "";
    try {
      await what();
      return true;
    } catch (cause) {
      this.problem = cause instanceof Error ? cause.message : String(cause);
      this.#key = cause instanceof Refusal ? cause.problem : "";
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The sentence, if it is about one of these: for the field that it belongs to. */
  about(...keys: string[]): string {
    return keys.includes(this.#key) ? this.problem : "";
  }

  /** The sentence, if it is about none of these: for the end of the form. */
  apart(...keys: string[]): string {
    return keys.includes(this.#key) ? "" : this.problem;
  }
}
