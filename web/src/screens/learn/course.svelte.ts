/** The progress of a tutorial. Lessons follow the phase of the game and the learner's decisions in it, so they fit any game. */
import type { Tutorial } from "$games/contract";

export class Course {
  /** The current lesson: its name, `end`, or null if there is nothing to explain. */
  lesson = $state<string | null>(null);
  #decisions = new Map<string, number>();
  #moment = -1;

  constructor(readonly tutorial: Pick<Tutorial, "lessons" | "end">) {}

  /** Note that the learner is to decide in a phase. The same ply counts once. */
  ask(phase: string, ply: number): void {
    if (ply === this.#moment || this.lesson === "end") return;
    this.#moment = ply;
    const times = (this.#decisions.get(phase) ?? 0) + 1;
    this.#decisions.set(phase, times);
    const name = `${phase}_${times}`;
    if (name === this.tutorial.end) this.lesson = "end";
    else this.lesson = this.tutorial.lessons.includes(name) ? name : null;
  }
}
