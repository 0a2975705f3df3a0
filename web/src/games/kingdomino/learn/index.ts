/** The lessons and key rules of Kingdomino. */
import type { Lessons } from "$games/contract";
import Figure from "./Figure.svelte";

export const lessons: Lessons = {
  rules: [
    { name: "turn", rule: "KD-7" },
    { name: "join", rule: "KD-8" },
    { name: "score", rule: "KD-12" },
    { name: "order", rule: "KD-7" },
    { name: "grid", rule: "KD-8" },
    { name: "bonus", rule: "KD-17" },
  ],
  Figure,
  tutorial: {
    players: 2,
    options: {},
    lessons: ["claim_1", "claim_2", "claim_3", "place_1", "place_2"],
    end: "claim_4",
  },
};
