/** Data from the server, loaded again at intervals while the page is visible. */
export class Query<Data> {
  data = $state.raw<Data | null>(null);
  problem = $state("");
  #requests = 0;

  constructor(readonly request: () => Promise<Data>) {}

  /** Load once. A failure keeps the earlier data; of overlapping requests the last one counts. */
  async load(): Promise<void> {
    const number = ++this.#requests;
    try {
      const data = await this.request();
      if (number !== this.#requests) return;
      this.data = data;
      this.problem = "";
    } catch (cause) {
      if (number === this.#requests) this.problem = cause instanceof Error ? cause.message : String(cause);
    }
  }

  /** Load now, and again at intervals. Returns a function that ends it, for `$effect`. */
  every(milliseconds: number): () => void {
    const load = () => {
      if (document.visibilityState === "visible") void this.load();
    };
    void this.load();
    const timer = setInterval(load, milliseconds);
    document.addEventListener("visibilitychange", load);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", load);
    };
  }
}
