import { describe, expect, it } from "vitest";
import { attemptInCastle, attemptInRealm, attemptSpirit, numberOf } from "./attempts";
import type { Decision } from "./moves";
import type { Position, RealmView, Stack } from "./position";

const NOTHING = { held: 0, spirit: null } as const;

function stack(space: string, tile: string | null, shrine = false): Stack {
  return { space, height: 1, tile, shrine };
}

function position(phase: string, realm: Partial<RealmView> = {}): Position {
  const empty: RealmView = { stacks: [], shrine_pool: 0, tokens: 0, earned: {}, groups: [], waiting: [] };
  return { phase, seat: 0, realms: [{ ...empty, ...realm }] } as unknown as Position;
}

describe("a click on something that cannot be chosen", () => {
  it("in the castle means the tile that the phase asks for", () => {
    expect(attemptInCastle(position("action"), "c4")).toEqual({ kind: "pick", space: "c4" });
    expect(attemptInCastle(position("deep"), "c4")).toEqual({ kind: "pair", space: "c4" });
    expect(attemptInCastle(position("destruction"), "c4")).toEqual({ kind: "destroy", space: "c4" });
    expect(attemptInCastle(position("placement"), "c4")).toEqual({ kind: "pick", space: "c4" });
  });

  it("in the Realm means what the phase does there", () => {
    expect(attemptInRealm(position("build"), NOTHING, "b2")).toEqual({ kind: "build", space: "b2" });
    expect(attemptInRealm(position("placement"), { held: 1, spirit: null }, "b2")).toEqual({
      kind: "place",
      tile: "second",
      space: "b2",
    });
  });

  it("in the Realm pays for the Spirit that is selected", () => {
    expect(attemptInRealm(position("action"), { held: 0, spirit: "wind" }, "b2")).toEqual({
      kind: "spirit",
      spirit: "wind",
      pay: "tile",
      space: "b2",
    });
  });

  it("during Wind means the Shrine there, or else turning the tile", () => {
    const wind = position("wind", { stacks: [stack("a1", null, true), stack("b1", null)] });
    expect(attemptInRealm(wind, NOTHING, "a1").kind).toBe("lift");
    expect(attemptInRealm(wind, NOTHING, "b1").kind).toBe("flip");
  });

  it("during Change means a type that the tile does not have", () => {
    const change = position("change", { groups: [{ type: "merchants", spaces: ["a1"] }] });
    expect(attemptInRealm(change, NOTHING, "a1")).toEqual({ kind: "change", space: "a1", type: "soldiers" });
  });

  it("on a Spirit's card pays with what the player has", () => {
    const tiles = [stack("a1", null), stack("b1", "spring")];
    expect(attemptSpirit(position("action", { stacks: tiles }), "wind").space).toBe("b1");
    expect(attemptSpirit(position("action", { stacks: tiles, shrine_pool: 1 }), "wind").pay).toBe("shrine");
    expect(attemptSpirit(position("action"), "wind").pay).toBe("shrine");
  });
});

describe("the number of a decision", () => {
  const fields: Decision[] = [
    { kind: "pick", space: "a1" },
    { kind: "place", tile: "first", space: "a1" },
    { kind: "place", tile: "second", space: "a1" },
    { kind: "spirit", spirit: "wind", pay: "tile", space: "a1" },
    { kind: "spirit", spirit: "wind", pay: "shrine" },
  ];

  it("is found by all its fields", () => {
    fields.forEach((decision, number) => expect(numberOf(decision, fields)).toBe(number));
    expect(numberOf({ kind: "pick", space: "z9" }, fields)).toBeNull();
  });
});
