import { describe, expect, it } from "vitest";
import { Course } from "./course.svelte";

const TUTORIAL = { lessons: ["claim_1", "claim_2", "claim_3", "place_1", "place_2"], end: "claim_4" };

describe("a tutorial", () => {
  it("follows the phase and the number of decisions in it", () => {
    const course = new Course(TUTORIAL);
    const seen = [
      ["claim", 0],
      ["claim", 0],
      ["claim", 3],
      ["place", 4],
      ["claim", 5],
      ["place", 6],
      ["claim", 7],
    ].map(([phase, ply]) => {
      course.ask(phase as string, ply as number);
      return course.lesson;
    });
    expect(seen).toEqual(["claim_1", "claim_1", "claim_2", "place_1", "claim_3", "place_2", "end"]);
  });

  it("has no lesson where there is nothing to explain", () => {
    const course = new Course(TUTORIAL);
    course.ask("check", 1);
    expect(course.lesson).toBeNull();
  });
});
