import { describe, expect, it } from "vitest";
import english from "virtual:words/en";
import italian from "virtual:words/it";
import { speech, type Language } from "$lib/words.svelte";
import { keyed } from "./parts/keyed";
import { Chronicle } from "./motion.svelte";
import { same, type Decision } from "./moves";
import type { Court, Pieces, Position } from "./position";
import { about, ask, label, tell } from "./words";

const TYPES = [
  "craftsman",
  "court_lady",
  "tax_collector",
  "pyrotechnist",
  "warrior",
  "monk",
  "healer",
  "farmer",
  "scholar",
];
const AGED = TYPES.slice(3);
const TILES = [
  ...TYPES.slice(0, 3),
  ...AGED.map((type) => `younger_${type}`),
  ...AGED.map((type) => `older_${type}`),
];
const ACTIONS = ["taxes", "build", "harvest", "fireworks", "parade", "research", "privilege", "wall"];
const PHASES =
  "draft house act buy build play take release replace lay collapse return discard charter over".split(" ");

const pieces = {
  types: TYPES,
  persons: TILES.map((tile) => ({
    tile,
    type: tile.replace(/^\w+er_/, ""),
    age: null,
    symbols: 1,
    value: 2,
  })),
  pass_yuan: 3,
  privileges: [
    { privilege: "small", prices: [2], dragons: 1 },
    { privilege: "large", prices: [6, 7], dragons: 2 },
  ],
} as unknown as Pieces;

const court = (more: Partial<Court> = {}): Court => ({
  yuan: 1,
  rice: 0,
  fireworks: 0,
  small_privileges: 0,
  large_privileges: 0,
  hand: ["monk", "wild"],
  palaces: [{ floors: 2, persons: ["craftsman"] }],
  dragon: null,
  pair: null,
  owed: 2,
  earned: { palaces: 0, research: 0 },
  persons: 1,
  score: 0,
  wall_tiles: [],
  income: { taxes: 5, build: 1, harvest: 1, fireworks: 2, parade: 1, research: 3 },
  month_points: 1,
  outlook: {},
  ...more,
});

const position = (more: Partial<Position> = {}): Position =>
  ({
    players: 2,
    options: { great_wall: true, large_privilege: "7" },
    month: 3,
    stage: "action",
    phase: "act",
    seat: 0,
    events: Array.from({ length: 12 }, () => "drought"),
    groups: [["taxes"], ["build"]],
    fees: [3, 0],
    display: Object.fromEntries(TILES.map((tile) => [tile, 1])),
    person: "older_monk",
    floors_left: 2,
    courts: [court(), court()],
    ...more,
  }) as Position;

function speak(language: Language): void {
  speech.language = language;
  speech.catalogue = language === "en" ? english : italian;
}

/** Every decision there can be. */
const DECISIONS = [
  ...TYPES.slice(1).map((type) => ({ kind: "draft", types: ["craftsman", type] })),
  { kind: "house", palace: 1 },
  ...ACTIONS.map((action) => ({ kind: "act", group: 1, action })),
  { kind: "pass" },
  { kind: "buy", privilege: "small" },
  { kind: "buy", privilege: "large" },
  { kind: "build", palace: 1 },
  { kind: "build", palace: null },
  ...[...TYPES, "wild"].flatMap((card) => ["play", "discard"].map((kind) => ({ kind, card }))),
  ...TILES.flatMap((person) => [
    { kind: "take", person },
    { kind: "release", palace: 1, person },
    { kind: "replace", palace: 1, person },
  ]),
  { kind: "let_go" },
  ...["rice", "firework", "yuan", "floor", "points", "spaces"].map((gift) => ({ kind: "lay", gift })),
  { kind: "collapse", palace: 1 },
  ...["yuan", "rice", "firework"].map((piece) => ({ kind: "return", piece })),
  ...TYPES.map((type) => ({ kind: "charter", type })),
] as Decision[];
const constants = { name: "year_of_the_dragon", decisions: [], by_seat: [], fields: DECISIONS, pieces };

describe.each(["en", "it"] as const)("in %s", (language) => {
  it.each(DECISIONS.map((meant, decision) => ({ meant, decision })))(
    "$meant has words without gaps",
    ({ decision }) => {
      speak(language);
      const sentences = [
        tell(decision, "Ada", about(decision, position(), constants), constants),
        tell(decision, "Ada", null, constants),
        label(decision, position(), constants),
      ];
      for (const sentence of sentences) expect(sentence).toMatch(/^[^{}_]+$/);
    },
  );

  it.each(PHASES)("asks for %s", (phase) => {
    speak(language);
    for (const stage of ["event", "wall", "super_event"]) {
      expect(ask(position({ phase, stage }))).toMatch(/^[^{}_]+$/);
    }
  });
});

describe("the log", () => {
  it("says what a decision brings and costs", () => {
    speak("en");
    const numberOf = (wanted: Decision) => DECISIONS.findIndex((one) => same(one, wanted));
    const text = (wanted: Decision) =>
      tell(numberOf(wanted), "Ada", about(numberOf(wanted), position(), constants), constants);
    expect(text({ kind: "act", group: 1, action: "taxes" })).toBe(
      "Ada collects taxes: 5 yuan, for a fee of 3 yuan",
    );
    expect(text({ kind: "pass" })).toBe("Ada passes and gets 2 yuan");
    expect(label(numberOf({ kind: "buy", privilege: "large" }), position(), constants)).toBe(
      "Large privilege: 7 yuan, 2 points every month",
    );
  });
});

describe("things that are alike", () => {
  it("get different keys", () => {
    expect(keyed(["monk", "wild", "wild"]).map(({ key }) => key)).toEqual(["monk 0", "wild 0", "wild 1"]);
  });
});

describe("the chronicle", () => {
  const before = position({ stage: "person", courts: [court({ rice: 2 }), court()] });
  const after = position({
    stage: "action",
    month: 4,
    courts: [
      court({ rice: 1, score: 4, earned: { palaces: 3, research: 1 } }),
      court({ score: 2, earned: {} }),
    ],
  });

  it("records the gains of a month", () => {
    const chronicle = new Chronicle();
    chronicle.see(before);
    chronicle.see(after);
    expect(chronicle.months[3]).toEqual([
      { yuan: 0, rice: -1, fireworks: 0, points: 3 },
      { yuan: 0, rice: 0, fireworks: 0, points: 2 },
    ]);
  });

  it("waits until all seats have decided in the event", () => {
    const chronicle = new Chronicle();
    chronicle.see(before);
    chronicle.see(position({ stage: "event", phase: "release", courts: [court({ rice: 0 }), court()] }));
    expect(chronicle.months).toEqual({});
    chronicle.see(after);
    expect(chronicle.months[3]?.[0]?.rice).toBe(-1);
  });

  it("leaves out months that it has not seen", () => {
    const chronicle = new Chronicle();
    chronicle.see(before);
    chronicle.see(position({ month: 6 }));
    chronicle.see(position({ month: 2 }));
    expect(chronicle.months).toEqual({});
  });
});
