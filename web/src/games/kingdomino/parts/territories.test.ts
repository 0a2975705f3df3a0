import { expect, it } from "vitest";
import type { Square } from "../position";
import { territories } from "./territories";

const square = (x: number, y: number, terrain: Square["terrain"], crowns = 0): Square => ({
  x,
  y,
  terrain,
  crowns,
  domino: 1,
});

it("joins squares of a terrain by their edges, not by their corners", () => {
  const found = territories([
    square(1, 0, "wheat", 1),
    square(2, 0, "wheat", 2),
    square(3, 1, "wheat"),
    square(1, 1, "lake"),
  ]);
  expect(found.map(({ terrain, squares, crowns }) => [terrain, squares.length, crowns])).toEqual([
    ["wheat", 2, 3],
    ["wheat", 1, 0],
    ["lake", 1, 0],
  ]);
});

it("draws the outline of the territory only", () => {
  const [one] = territories([square(0, 0, "mine"), square(1, 0, "mine")]);
  expect(one?.outline.match(/M/g)).toHaveLength(6);
});
