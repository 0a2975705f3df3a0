/** The look of a tile by its name: `merchants_3` or `spring`. */
import { SYMBOLS, type Shape } from "./symbols";
import type { TileType } from "../position";

const SPECIALS: Record<string, TileType> = {
  spring: "seasons",
  summer: "seasons",
  autumn: "seasons",
  winter: "seasons",
  rainy_wind: "winds",
  stormy_wind: "winds",
  misty_wind: "winds",
  snowy_wind: "winds",
  red_dragon: "dragons",
  green_dragon: "dragons",
  white_dragon: "dragons",
};

export function typeOf(tile: string): TileType {
  return SPECIALS[tile] ?? (tile.split("_")[0] as TileType);
}

/** Return the number of a Faction tile. */
export function numberOf(tile: string): number | null {
  return tile in SPECIALS ? null : Number(tile.split("_")[1]);
}

export function symbolOf(tile: string): Shape[] {
  return SYMBOLS[tile] ?? SYMBOLS[typeOf(tile)] ?? [];
}

/** A tile for each type, where only the type matters. */
export const EMBLEM: Record<TileType, string> = {
  merchants: "merchants",
  soldiers: "soldiers",
  farmers: "farmers",
  seasons: "spring",
  winds: "rainy_wind",
  dragons: "red_dragon",
};
