import { beforeEach, describe, expect, it } from "vitest";
import english from "virtual:words/en";
import italian from "virtual:words/it";
import type { Constants } from "$games/contract";
import { speech } from "$lib/words.svelte";
import type { Decision } from "./moves";
import type { Pieces } from "./position";
import { label, tell } from "./words";

const DECISIONS: Decision[] = [
  { kind: "done" },
  { kind: "place", tile: "first", space: "d1" },
  { kind: "consolidate", space: "a1" },
];
const CONSTANTS = { fields: DECISIONS } as Constants<Pieces, Decision>;
const MERCHANTS = { type: "merchants", tiles: 4, points: 2 };
const DRAGONS = { type: "dragons", tiles: 5, points: 4 };

function log(decision: number, about: Record<string, unknown>): string {
  return tell(decision, "Ada", about, CONSTANTS);
}

function speak(language: string, catalogue: typeof english): void {
  speech.language = language;
  speech.catalogue = { ...catalogue };
}

beforeEach(() => speak("en", english));

describe("the log", () => {
  it("says which of its five meanings done has", () => {
    const meanings = ["placement", "check", "end", "build", "strength_lift"].map((phase) =>
      log(0, { phase }),
    );
    expect(meanings).toEqual([
      "Ada has no room and loses the tiles.",
      "Ada Consolidates.",
      "Ada ends the turn.",
      "Ada stops building.",
      "Ada moves no second tile.",
    ]);
  });

  it("names the sets and their points", () => {
    expect(log(0, { phase: "check", sets: [MERCHANTS, DRAGONS] })).toBe(
      "Ada Consolidates 4 Merchants (2 VP) and 5 Dragons (4 VP).",
    );
    expect(log(1, { tile: "merchants_4", sets: [MERCHANTS] })).toBe(
      "Ada places Merchants 4 on d1. Consolidated: 4 Merchants (2 VP).",
    );
    expect(log(2, { sets: [{ type: null, number: 3, tiles: 4, points: 3 }] })).toBe(
      "Ada Consolidates 4 tiles numbered 3 (3 VP).",
    );
  });

  it("names them in Italian", () => {
    speak("it", italian);
    expect(log(0, { phase: "check", sets: [MERCHANTS, DRAGONS] })).toBe(
      "Ada Consolida 4 Mercanti (2 PV) e 5 Draghi (4 PV).",
    );
    expect(log(0, { phase: "build" })).toBe("Ada smette di costruire.");
  });

  it("reads old entries, which have neither phase nor sets", () => {
    expect(log(0, {})).toBe("Ada goes on.");
    expect(log(2, {})).toBe("Ada Consolidates the group around a1.");
    expect(tell(1, "Ada", null, CONSTANTS)).toBe("Ada places a tile on d1.");
  });
});

describe("the button", () => {
  it("says which of its five meanings done has", () => {
    const labels = ["placement", "check", "end", "build", "strength_lift"].map((phase) =>
      label(0, { phase, castle: [], held: [], seat: null } as never, CONSTANTS),
    );
    expect(labels).toEqual([
      "Lose the tiles: no room",
      "Consolidate now",
      "End the turn",
      "Stop building",
      "No second move",
    ]);
  });
});
