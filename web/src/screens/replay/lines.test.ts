import { describe, expect, it } from "vitest";
import type { Entry } from "$lib/table.svelte";
import { linesOf } from "./lines";

const decided = (seat: number, decision: number): Entry => ({
  kind: "decided",
  at: 0,
  seat,
  decision,
  by: null,
});
const undone = (to: number, practice: boolean): Entry => ({ kind: "undone", at: 0, by: "me", to, practice });
const upgraded: Entry = { kind: "upgraded", at: 0, rules_version: 2, position: {} };

describe("the lines of a game", () => {
  it("omit undone decisions", () => {
    const { last, original } = linesOf([decided(0, 5), decided(1, 6), undone(1, false), decided(1, 7)]);
    expect(last.steps.map((step) => step.decision)).toEqual([5, 7]);
    expect(original).toBeNull();
  });

  it("keep the line before the game became practice", () => {
    const entries = [
      decided(0, 5),
      decided(1, 6),
      undone(1, true),
      decided(1, 7),
      undone(0, true),
      decided(0, 8),
    ];
    const { last, original } = linesOf(entries);
    expect(last.steps.map((step) => step.decision)).toEqual([8]);
    expect(original?.steps.map((step) => step.decision)).toEqual([5, 6]);
  });

  it("begin after an upgrade of the rules", () => {
    const { last, original } = linesOf([
      decided(0, 5),
      undone(0, true),
      decided(0, 6),
      upgraded,
      decided(1, 7),
    ]);
    expect(last).toEqual({ first: 1, steps: [{ seat: 1, decision: 7 }] });
    expect(original).toBeNull();
  });
});
