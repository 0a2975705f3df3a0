/** How far a tutorial is: which lesson goes with what is asked now. Lessons go by the phase of the game and by how often one
 * has been asked in it, so that they fit whatever the person decides. */
import type { GameName } from "$games/index";

/** The lessons of each game: the phase and the how manieth time, as their words are called. */
const LESSONS: Record<GameName, string[]> = {
  kingdomino: ["claim_1", "claim_2", "claim_3", "place_1", "place_2"],
  year_of_the_dragon: [
    "draft_1",
    "house_1",
    "house_2",
    "house_3",
    "act_1",
    "act_2",
    "buy_1",
    "build_1",
    "play_1",
    "take_1",
    "release_1",
  ],
  dragon_castle: [
    "action_1",
    "action_2",
    "completion_1",
    "completion_2",
    "placement_1",
    "placement_2",
    "build_1",
  ],
};

/** When it is over: the next decision of this kind needs no guide. */
const ENDS: Record<GameName, string> = {
  kingdomino: "claim_4",
  year_of_the_dragon: "act_3",
  dragon_castle: "action_3",
};

export class Course {
  /** The lesson at hand: its name, `end`, or null where there is nothing to explain. */
  lesson = $state<string | null>(null);
  #asked = new Map<string, number>();
  #moment = -1;

  constructor(readonly game: GameName) {}

  /** Something is asked of the person, in a phase, after so many decisions. The same moment is noted once. */
  ask(phase: string, made: number): void {
    if (made === this.#moment || this.lesson === "end") return;
    this.#moment = made;
    const times = (this.#asked.get(phase) ?? 0) + 1;
    this.#asked.set(phase, times);
    const name = `${phase}_${times}`;
    if (name === ENDS[this.game]) this.lesson = "end";
    else this.lesson = LESSONS[this.game].includes(name) ? name : null;
  }
}
