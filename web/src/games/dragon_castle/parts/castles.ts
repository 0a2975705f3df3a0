/** The layouts of castles: rows of heights, a digit for each space. */
import type { CastleTile, Pieces } from "../position";
import { placeOf } from "./geometry";

/** Return the layout at the start of a game: of a named castle, or a custom one with rows separated by `/`. */
export function layoutOf(castle: string, pieces: Pieces, tiles: CastleTile[]): string[] {
  const named = pieces.castles.find((one) => one.name === castle);
  if (named) return named.rows;
  const rows = castle.split(/[/\n]/).filter((row) => /^[0-3.]+$/.test(row));
  return rows.length ? rows : footprint(tiles);
}

/** Return the heights of a layout by row and column. */
export function heights(rows: readonly string[]): number[][] {
  return rows.map((row) => [...row].map((height) => Number(height) || 0));
}

function footprint(tiles: CastleTile[]): string[] {
  const rows: number[][] = [];
  for (const { space, floor } of tiles) {
    const { column, row } = placeOf(space);
    (rows[row] ??= [])[column] = floor;
  }
  const columns = Math.max(1, ...rows.map((row) => row?.length ?? 0));
  return Array.from(rows, (row) =>
    Array.from({ length: columns }, (_, column) => row?.[column] ?? 0).join(""),
  );
}
