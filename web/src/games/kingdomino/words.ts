/** Kingdomino in words: decisions for the log and for buttons, places for screen readers. */
import type { About, Constants, Move, Shares, Source } from "$games/contract";
import { say } from "$lib/words.svelte";
import { discard, type Decision } from "./moves";
import { dominoOf, inHand } from "./position";
import type { Cell, Domino, Kingdom, Land, Pieces, Position, Terrain } from "./position";

const HERE = "kingdomino.app";

/** "forest, 1 crown". */
export function landName({ terrain, crowns }: Land): string {
  const name = say(`kingdomino.terrain.${terrain}`);
  return crowns ? say(`${HERE}.land.crowns`, { terrain: name, crowns: crownsName(crowns) }) : name;
}

export function crownsName(crowns: number): string {
  return say(`${HERE}.crowns`, { count: crowns });
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

type Known = Constants<Pieces, Decision>;

/** Return the domino that is placed or discarded; a claim names its own. */
export function about(decision: number, position: Position, { fields }: Known): About {
  return fields[decision]?.kind === "claim" ? {} : { domino: inHand(position) };
}

export function tell(decision: number, name: string, about: About | null, constants: Known): string {
  const { pieces } = constants;
  const meant = constants.fields[decision];
  if (!meant) return "";
  if (meant.kind === "claim") {
    return say(`${HERE}.tell.claim`, { name, domino: dominoName(dominoOf(pieces, meant.domino)) });
  }
  const placed = about?.domino;
  if (typeof placed !== "number") return say(`${HERE}.tell.${meant.kind}`, { name });
  const domino = dominoName(dominoOf(pieces, placed));
  return say(`${HERE}.tell.${meant.kind}_known`, { name, domino });
}

export function label(decision: number, position: Position, { fields, decisions, pieces }: Known): string {
  const meant = fields[decision];
  if (meant?.kind === "claim") return dominoName(dominoOf(pieces, meant.domino));
  const number = inHand(position);
  if (number === null || !meant) return decisions[decision] ?? "";
  const domino = dominoOf(pieces, number);
  if (meant.kind === "discard") return say(`${HERE}.label.discard`, { domino: dominoName(domino) });
  return say(`${HERE}.label.place`, {
    left: landName(domino.left),
    left_cell: cellName(meant.left),
    right: landName(domino.right),
    right_cell: cellName(meant.right),
  });
}

/** Return the short text of a placement: the board shows the place. */
export function shown(decision: number, position: Position, { fields }: Known): string | null {
  return fields[decision]?.kind === "place"
    ? say(`${HERE}.label.shown`, { number: inHand(position) ?? 0 })
    : null;
}

export function ask(position: Position, moves: Move[], { fields }: Known): string {
  const number = inHand(position);
  if (position.phase === "over") return say(`${HERE}.ask.over`);
  if (number === null) return say(`${HERE}.ask.claim`);
  const discards = moves.length === 1 && discard(moves, fields) !== null;
  return say(`${HERE}.ask.${discards ? "discard" : "place"}`, { number });
}

/** Return a source of points as text; in a Dynasty with its game. */
export function source(one: Source): string {
  const terrain = typeof one.terrain === "string" ? say(`kingdomino.terrain.${one.terrain}`) : "";
  const text = say(`kingdomino.source.${one.source}`, {
    terrain,
    squares: Number(one.squares ?? 0),
    crowns: Number(one.crowns ?? 0),
  });
  return one.game_number === undefined
    ? text
    : say(`${HERE}.source_of_game`, { game: Number(one.game_number), source: text });
}

/** Return a kingdom in words for screen readers: its size, and its squares and crowns of each terrain. */
export function kingdomInWords({ bounds, squares }: Kingdom): string {
  const size = say(`${HERE}.size_only`, {
    columns: say(`${HERE}.columns`, { count: bounds.east - bounds.west + 1 }),
    rows: say(`${HERE}.rows`, { count: bounds.south - bounds.north + 1 }),
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

const TERRAINS = ["wheat", "forest", "lake", "grass", "swamp", "mine"];

/** Statistics count territories by terrain. */
export const shares: Shares = {
  order: [...TERRAINS, "harmony", "middle_kingdom"],
  kindOf: ({ source, terrain }) => (source === "territory" ? String(terrain) : source),
  label: (kind) => say(`kingdomino.${TERRAINS.includes(kind) ? "terrain" : "source"}.${kind}`),
};
