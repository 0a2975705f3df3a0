import { describe, expect, it } from "vitest";
import { coveredAt, distance, following, holdsAt, nearest, type Way } from "./holds";
import type { Move } from "$games/contract";
import { claimOf, claims, discard, placementOf, placements, type Decision } from "./moves";
import type { Cell } from "./position";

const AS_DEALT: Way = { turn: 0, grip: "left" };
/** Return placements by the places of the left and the right square, numbered in order. */
const ways = (...places: [left: Cell, right: Cell][]) =>
  places.map(([left, right], decision) => ({ decision, left, right }));

describe("legal decisions", () => {
  const fields: Decision[] = [
    { kind: "claim", domino: 12 },
    { kind: "place", left: [-1, 0], right: [-2, 0] },
    { kind: "discard" },
  ];

  it("are found by kind", () => {
    const moves: Move[] = [
      [0, "claim 12"],
      [1, "place -1,0 -2,0"],
    ];
    expect([...claims(moves, fields)]).toEqual([[12, 0]]);
    expect(placements(moves, fields)).toEqual([{ decision: 1, left: [-1, 0], right: [-2, 0] }]);
    expect(discard(moves, fields)).toBeNull();
    expect(discard([[2, "discard"]], fields)).toBe(2);
  });

  it("and illegal ones have numbers too", () => {
    expect(claimOf(12, fields)).toBe(0);
    expect(claimOf(13, fields)).toBeNull();
    expect(placementOf({ left: [-1, 0], right: [-2, 0] }, fields)).toBe(1);
    expect(placementOf({ left: [-2, 0], right: [-1, 0] }, fields)).toBeNull();
  });
});

describe("a domino held over a place", () => {
  it("covers the place with the square it is held by", () => {
    expect(coveredAt([2, 3], AS_DEALT)).toEqual({ left: [2, 3], right: [3, 3] });
    expect(coveredAt([2, 3], { turn: 0, grip: "right" })).toEqual({ left: [1, 3], right: [2, 3] });
    expect(coveredAt([2, 3], { turn: 1, grip: "right" })).toEqual({ left: [2, 2], right: [2, 3] });
  });

  it("covers the place with either square, clockwise", () => {
    const holds = holdsAt(
      ways(
        [
          [1, 0],
          [0, 0],
        ],
        [
          [0, 0],
          [0, 1],
        ],
        [
          [0, 0],
          [1, 0],
        ],
      ),
      [0, 0],
    );
    expect(holds.map(({ grip, turn }) => [grip, turn])).toEqual([
      ["left", 0],
      ["left", 1],
      ["right", 2],
    ]);
  });

  it("turns only where it does not fit as the player turned it", () => {
    const all = ways(
      [
        [1, 0],
        [2, 0],
      ],
      [
        [0, 1],
        [0, 2],
      ],
    );
    expect(nearest(holdsAt(all, [0, 1]), AS_DEALT, false)?.placement.decision).toBe(1);
    expect(nearest(holdsAt(all, [1, 0]), AS_DEALT, false)?.placement.decision).toBe(0);
    expect(nearest(holdsAt(all, [5, 5]), AS_DEALT, false)).toBeNull();
  });

  it("shifts rather than turns", () => {
    const all = ways(
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 1],
      ],
    );
    expect(nearest(holdsAt(all, [1, 0]), AS_DEALT, false)?.placement.decision).toBe(0);
  });

  it("can be turned into every legal placement, from each of its squares", () => {
    const all = ways(
      [
        [1, 0],
        [2, 0],
      ],
      [
        [2, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 1],
      ],
      [
        [1, 1],
        [1, 0],
      ],
      [
        [0, 1],
        [0, 2],
      ],
    );
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

  it("is the same turned round if it is a double", () => {
    expect(distance({ turn: 0, grip: "right" }, { turn: 2, grip: "left" }, true)).toBe(0);
    expect(distance({ turn: 0, grip: "right" }, { turn: 2, grip: "left" }, false)).toBeGreaterThan(0);
  });
});
