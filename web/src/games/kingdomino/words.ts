/** Kingdomino in words: decisions for the log and for buttons, places for those who do not see them. */
import type { Ask, FindAbout, Label, Shown, Source, Tell } from "$games/contract";
import { say } from "$lib/words.svelte";
import { dominoOf, inHand, understood } from "./position";
import type { Cell, Domino, Kingdom, Land, Pieces, Position, Terrain } from "./position";

const HERE = "web_kingdomino";

/** "forest, 1 crown". */
export function landName({ terrain, crowns }: Land): string {
  const name = say(`kingdomino.terrain.${terrain}`);
  return crowns ? say(`${HERE}.land.crowns`, { terrain: name, crowns: crownsName(crowns) }) : name;
}

export function crownsName(crowns: number): string {
  return say(`${HERE}.crowns.${crowns === 1 ? "one" : "many"}`, { crowns });
}

/** "wheat | forest, 1 crown". */
export function landsName({ left, right }: Domino): string {
  return say(`${HERE}.lands`, { left: landName(left), right: landName(right) });
}

/** "domino 19: wheat, 1 crown | forest". */
export function dominoName(domino: Domino): string {
  return say(`${HERE}.domino`, { number: domino.number, lands: landsName(domino) });
}

/** "column 2 east, row 1 south". */
export function cellName([x, y]: Cell): string {
  const column = x === 0 ? "castle" : x > 0 ? "east" : "west";
  const row = y === 0 ? "castle" : y > 0 ? "south" : "north";
  return say(`${HERE}.cell`, {
    column: say(`${HERE}.column.${column}`, { number: Math.abs(x) }),
    row: say(`${HERE}.row.${row}`, { number: Math.abs(y) }),
  });
}

/** Points won or lost, with their sign. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** The domino that is placed or put away; a claim names its own. */
export const about: FindAbout = (text, position) =>
  understood(text)?.kind === "claim" ? {} : { domino: inHand(position as Position) };

export const tell: Tell = (text, name, about, facts) => {
  const meant = understood(text);
  const pieces = facts.pieces as Pieces;
  if (!meant) return text;
  if (meant.kind === "claim") {
    return say(`${HERE}.tell.claim`, { name, domino: dominoName(dominoOf(pieces, meant.domino)) });
  }
  const placed = about?.domino;
  if (typeof placed !== "number") return say(`${HERE}.tell.${meant.kind}`, { name });
  const domino = dominoName(dominoOf(pieces, placed));
  return say(`${HERE}.tell.${meant.kind}_known`, { name, domino });
};

export const label: Label = (text, position, facts) => {
  const meant = understood(text);
  const pieces = facts.pieces as Pieces;
  if (!meant) return text;
  if (meant.kind === "claim") return dominoName(dominoOf(pieces, meant.domino));
  const number = inHand(position as Position);
  if (number === null) return text;
  const domino = dominoOf(pieces, number);
  if (meant.kind === "discard") return say(`${HERE}.label.discard`, { domino: dominoName(domino) });
  return say(`${HERE}.label.place`, {
    left: landName(domino.left),
    left_cell: cellName(meant.left),
    right: landName(domino.right),
    right_cell: cellName(meant.right),
  });
};

/** Where a domino is placed is seen. */
export const shown: Shown = (text, position) =>
  understood(text)?.kind === "place"
    ? say(`${HERE}.label.shown`, { number: inHand(position as Position) ?? 0 })
    : null;

export const ask: Ask = (position, moves) => {
  const { phase } = position as Position;
  const number = inHand(position as Position);
  if (phase === "over") return say(`${HERE}.ask.over`);
  if (number === null) return say(`${HERE}.ask.claim`);
  const discards = moves.length > 0 && moves.every(([, text]) => text === "discard");
  return say(`${HERE}.ask.${discards ? "discard" : "place"}`, { number });
};

/** A source of points; in a Dynasty with the game it is of. */
export function source(one: Source): string {
  const terrain = typeof one.terrain === "string" ? say(`kingdomino.terrain.${one.terrain}`) : "";
  const told = say(`kingdomino.source.${one.source}`, {
    terrain,
    squares: Number(one.squares ?? 0),
    crowns: Number(one.crowns ?? 0),
  });
  return one.game_number === undefined
    ? told
    : say(`${HERE}.source_of_game`, { game: Number(one.game_number), source: told });
}

/** A kingdom for those who do not see it: how large it is, and its squares and crowns of each terrain. */
export function kingdomInWords({ bounds, squares }: Kingdom): string {
  const size = say(`${HERE}.size_only`, {
    columns: bounds.east - bounds.west + 1,
    rows: bounds.south - bounds.north + 1,
  });
  const sums = new Map<Terrain, { count: number; crowns: number }>();
  for (const { terrain, crowns } of squares) {
    const sum = sums.get(terrain) ?? { count: 0, crowns: 0 };
    sums.set(terrain, { count: sum.count + 1, crowns: sum.crowns + crowns });
  }
  const lands = [...sums].map(([terrain, { count, crowns }]) =>
    say(`${HERE}.lands_of`, {
      terrain: say(`kingdomino.terrain.${terrain}`),
      count,
      crowns: crownsName(crowns),
    }),
  );
  return [size, ...lands].join("; ");
}
