/** The lessons of Dragon Castle. */
import type { Lessons } from "$games/contract";
import Figure from "./Figure.svelte";

export const lessons: Lessons = {
  rules: [
    { name: "available", rule: "DC-9" },
    { name: "ways", rule: "DC-14" },
    { name: "sets", rule: "DC-20" },
    { name: "floors", rule: "DC-19" },
    { name: "shrines", rule: "DC-27" },
    { name: "summon", rule: "DC-30" },
  ],
  Figure,
  tutorial: {
    players: 2,
    options: { start_player: "first", spirits: "0", dragons: "0" },
    lessons: [
      "action_1",
      "action_2",
      "completion_1",
      "completion_2",
      "placement_1",
      "placement_2",
      "build_1",
    ],
    end: "action_3",
  },
};
