/** Short notices: shown for a few seconds, and read out by screen readers. */
import { Refusal } from "$lib/api";

export interface Notice {
  number: number;
  text: string;
  kind: "news" | "problem";
}

const SHOWN_MS = 6000;

class Notices {
  shown = $state<Notice[]>([]);
  /** Text for screen readers only. */
  spoken = $state("");
  #count = 0;

  /** Show a notice; it replaces an earlier one with the same text. */
  show(text: string, kind: Notice["kind"] = "news"): void {
    const number = ++this.#count;
    const others = this.shown.filter((notice) => notice.text !== text);
    this.shown = [...others, { number, text, kind }];
    setTimeout(() => this.close(number), SHOWN_MS);
  }

  /** Show what went wrong. */
  problem(cause: unknown): void {
    this.show(cause instanceof Error ? cause.message : String(cause), "problem");
  }

  /** Show why something cannot be done: a refusal is the answer, anything else an error. */
  explain(cause: unknown): void {
    if (cause instanceof Refusal) this.show(cause.message);
    else this.problem(cause);
  }

  close(number: number): void {
    this.shown = this.shown.filter((notice) => notice.number !== number);
  }

  /** Have a text read out by screen readers. */
  speak(text: string): void {
    this.spoken = text;
  }
}

export const notices = new Notices();
