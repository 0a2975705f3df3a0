import { describe, expect, it } from "vitest";
import { distance, following, holdsAt, nearest, type Way } from "./holds";
import { placements, understood } from "./position";

const AS_DEALT: Way = { turn: 0, grip: "left" };
const ways = (...texts: string[]) => placements(texts.map((text, index) => [index, text]));

describe("words of decisions", () => {
  it("are understood", () => {
    expect(understood("claim 12")).toEqual({ kind: "claim", domino: 12 });
    expect(understood("place -1,0 -2,0")).toEqual({ kind: "place", left: [-1, 0], right: [-2, 0] });
    expect(understood("discard")).toEqual({ kind: "discard" });
    expect(understood("dance")).toBeNull();
  });
});

describe("a domino held over a place", () => {
  it("covers it with either square, clockwise", () => {
    const holds = holdsAt(ways("place 1,0 0,0", "place 0,0 0,1", "place 0,0 1,0"), [0, 0]);
    expect(holds.map(({ grip, turn }) => [grip, turn])).toEqual([
      ["left", 0],
      ["left", 1],
      ["right", 2],
    ]);
  });

  it("is turned only where it does not fit as wished", () => {
    const all = ways("place 1,0 2,0", "place 0,1 0,2");
    expect(nearest(holdsAt(all, [0, 1]), AS_DEALT, false)?.placement.decision).toBe(1);
    expect(nearest(holdsAt(all, [1, 0]), AS_DEALT, false)?.placement.decision).toBe(0);
    expect(nearest(holdsAt(all, [5, 5]), AS_DEALT, false)).toBeNull();
  });

  it("is shifted rather than turned", () => {
    const all = ways("place 0,0 1,0", "place 1,0 1,1");
    expect(nearest(holdsAt(all, [1, 0]), AS_DEALT, false)?.placement.decision).toBe(0);
  });

  it("can be turned into every legal placement, from each of its squares", () => {
    const all = ways("place 1,0 2,0", "place 2,0 1,0", "place 1,0 1,1", "place 1,1 1,0", "place 0,1 0,2");
    for (const wanted of all) {
      for (const cell of [wanted.left, wanted.right]) {
        const holds = holdsAt(all, cell);
        let hold = nearest(holds, AS_DEALT, false)!;
        for (let turns = 0; hold.placement !== wanted && turns < holds.length; turns++)
          hold = following(holds, hold, 1);
        expect(hold.placement).toBe(wanted);
      }
    }
  });

  it("looks the same turned round if it is a double", () => {
    expect(distance({ turn: 0, grip: "right" }, { turn: 2, grip: "left" }, true)).toBe(0);
    expect(distance({ turn: 0, grip: "right" }, { turn: 2, grip: "left" }, false)).toBeGreaterThan(0);
  });
});
