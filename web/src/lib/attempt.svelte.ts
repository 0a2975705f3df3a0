/** Something that is asked of the server: whether it is under way, and the sentence that says why it was not done. */
export class Attempt {
  busy = $state(false);
  problem = $state("");

  /** Do it, once at a time. Whether it was done. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = "";
    try {
      await what();
      return true;
    } catch (cause) {
      this.problem = cause instanceof Error ? cause.message : String(cause);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
