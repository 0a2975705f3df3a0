/** How far a tutorial is: which lesson goes with what is asked now. Lessons go by the phase of the game and by how often one
 * has been asked in it, so that they fit whatever the person decides. */
import type { Tutorial } from "$games/contract";

export class Course {
  /** The lesson at hand: its name, `end`, or null where there is nothing to explain. */
  lesson = $state<string | null>(null);
  #asked = new Map<string, number>();
  #moment = -1;

  constructor(readonly tutorial: Pick<Tutorial, "lessons" | "end">) {}

  /** Something is asked of the person, in a phase, after so many decisions. The same moment is noted once. */
  ask(phase: string, ply: number): void {
    if (ply === this.#moment || this.lesson === "end") return;
    this.#moment = ply;
    const times = (this.#asked.get(phase) ?? 0) + 1;
    this.#asked.set(phase, times);
    const name = `${phase}_${times}`;
    if (name === this.tutorial.end) this.lesson = "end";
    else this.lesson = this.tutorial.lessons.includes(name) ? name : null;
  }
}
