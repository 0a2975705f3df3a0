/** The lessons of In the Year of the Dragon. */
import type { Lessons } from "$games/contract";
import Figure from "./Figure.svelte";

export const lessons: Lessons = {
  rules: [
    { name: "month", rule: "YD-10" },
    { name: "groups", rule: "YD-11" },
    { name: "persons", rule: "YD-9" },
    { name: "palaces", rule: "YD-32" },
    { name: "events", rule: "YD-26" },
    { name: "points", rule: "YD-33" },
  ],
  Figure,
  tutorial: {
    players: 3,
    options: { start_player: "first" },
    lessons: [
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
    end: "act_3",
  },
};
