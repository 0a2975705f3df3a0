/** Short notices: shown for a while, and read out by screen readers. */
import { Refusal } from "$lib/api";

export interface Notice {
  number: number;
  text: string;
  kind: "news" | "problem";
}

const SHOWN_MS = 6000;

class Notices {
  shown = $state<Notice[]>([]);
  /** What a screen reader is to say next, without anything being shown. */
  spoken = $state("");
  #count = 0;

  tell(text: string, kind: Notice["kind"] = "news"): void {
    const number = ++this.#count;
    const others = this.shown.filter((notice) => notice.text !== text);
    this.shown = [...others, { number, text, kind }];
    setTimeout(() => this.close(number), SHOWN_MS);
  }

  /** Tell what went wrong. */
  problem(cause: unknown): void {
    this.tell(cause instanceof Error ? cause.message : String(cause), "problem");
  }

  /** Show why something cannot be done: a refusal is the answer, anything else an error. */
  explain(cause: unknown): void {
    if (cause instanceof Refusal) this.tell(cause.message);
    else this.problem(cause);
  }

  close(number: number): void {
    this.shown = this.shown.filter((notice) => notice.number !== number);
  }

  /** Have something read out. */
  speak(text: string): void {
    this.spoken = text;
  }
}

export const notices = new Notices();
