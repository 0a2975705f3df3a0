/** Something that the server tells, asked for again and again while the page is looked at. */
export class Asked<Told> {
  told = $state.raw<Told | null>(null);
  problem = $state("");
  #asking = false;

  constructor(readonly question: () => Promise<Told>) {}

  /** Ask once. What was told before stays if it fails. */
  async ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      this.told = await this.question();
      this.problem = "";
    } catch (cause) {
      this.problem = cause instanceof Error ? cause.message : String(cause);
    } finally {
      this.#asking = false;
    }
  }

  /** Ask now and then every so often; what is returned ends it. Made for `$effect`. */
  every(milliseconds: number): () => void {
    const look = () => {
      if (document.visibilityState === "visible") void this.ask();
    };
    void this.ask();
    const timer = setInterval(look, milliseconds);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }
}
