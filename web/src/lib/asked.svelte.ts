/** Something that the server tells, asked for again and again while the page is looked at. */
export class Asked<Told> {
  told = $state.raw<Told | null>(null);
  problem = $state("");
  #asked = 0;

  constructor(readonly question: () => Promise<Told>) {}

  /** Ask once. What was told before stays if it fails; of several answers that of the last question counts. */
  async ask(): Promise<void> {
    const number = ++this.#asked;
    try {
      const told = await this.question();
      if (number !== this.#asked) return;
      this.told = told;
      this.problem = "";
    } catch (cause) {
      if (number === this.#asked) this.problem = cause instanceof Error ? cause.message : String(cause);
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
