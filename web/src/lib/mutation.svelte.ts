import { Refusal } from "$lib/api";

/** A change requested from the server: `busy` while it is under way, then the `problem` if it failed. */
export class Mutation {
  busy = $state(false);
  problem = $state("");
  /** The key of the server's refusal; empty for any other problem. */
  #key = $state("");

  /** Run the request unless one is under way. Return true if it succeeded. */
  async run(request: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = this.#key = "";
    try {
      await request();
      return true;
    } catch (cause) {
      this.problem = cause instanceof Error ? cause.message : String(cause);
      this.#key = cause instanceof Refusal ? cause.problem : "";
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Return the problem if it has one of these keys: to be shown at the field it belongs to. */
  about(...keys: string[]): string {
    return keys.includes(this.#key) ? this.problem : "";
  }

  /** Return the problem if it has none of these keys: to be shown at the end of the form. */
  notAbout(...keys: string[]): string {
    return keys.includes(this.#key) ? "" : this.problem;
  }
}
