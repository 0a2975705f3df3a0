import { beforeEach, describe, expect, it } from "vitest";
import english from "virtual:words/en";
import { speech } from "$lib/words.svelte";
import { outline, type Part } from "./outline";

const CONTEXT = { game: "some_game", seats: ["Ada", "Bruno"], bySeat: ["hands"] };
const shape = (position: unknown, name: string) =>
  outline(position, CONTEXT).find((part: Part) => part.name === name)?.shape;

beforeEach(() => {
  speech.language = "en";
  speech.catalogue = {
    ...english,
    "some_game.field.deck": "Cards left",
    "some_game.phase.draw": "drawing",
  };
});

describe("the outline of a position", () => {
  it("names fields and values in the words of the game, or by readable identifiers", () => {
    const position = { deck: 12, phase: "draw", long_name: "some_value", over: false, none: null };
    expect(
      outline(position, CONTEXT).map(({ name, shape }) => [name, shape.kind === "value" && shape.text]),
    ).toEqual([
      ["Cards left", "12"],
      ["Phase", "drawing"],
      ["Long name", "some value"],
      ["Over", "no"],
      ["None", "–"],
    ]);
  });

  it("shows seats by name", () => {
    expect(shape({ owner: 1 }, "Owner")).toEqual({ kind: "value", text: "Bruno" });
    expect(shape({ hands: [{ cards: [1, 2] }, { cards: [] }] }, "Hands")).toEqual({
      kind: "table",
      columns: ["Cards"],
      rows: [
        { head: "Ada", cells: ["1, 2"] },
        { head: "Bruno", cells: ["–"] },
      ],
    });
  });

  it("numbers the entries of other lists", () => {
    const found = shape(
      {
        line: [
          { card: 7, seat: 1 },
          { card: 9, seat: null },
        ],
      },
      "Line",
    );
    expect(found?.kind === "table" && found.rows).toEqual([
      { head: "1", cells: ["7", "Bruno"] },
      { head: "2", cells: ["9", "–"] },
    ]);
  });

  it("omits what the table shows elsewhere, and puts the options last", () => {
    const parts = outline({ game: "some_game", players: 2, options: { open: true }, deck: 3 }, CONTEXT);
    expect(parts.map(({ name }) => name)).toEqual(["Cards left", "Options"]);
  });

  it("shows a list of single values as a list", () => {
    expect(shape({ row: [3, 1] }, "Row")).toEqual({ kind: "list", texts: ["3", "1"] });
  });

  it("shows nested or uneven lists as parts", () => {
    const found = shape({ piles: [{ top: { value: 3 } }, { top: null, size: 2 }, {}] }, "Piles");
    expect(found?.kind === "parts" && found.parts.map(({ name }) => name)).toEqual(["1", "2", "3"]);
  });

  it("counts the single values of a part", () => {
    expect(outline({ a: { b: [1, 2], c: { d: 3 } } }, CONTEXT)[0]?.size).toBe(3);
  });
});
