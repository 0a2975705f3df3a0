/** The position of Dragon Castle as the server sends it, and its pieces. */

export const TYPES = ["merchants", "soldiers", "farmers", "seasons", "winds", "dragons"] as const;
export type TileType = (typeof TYPES)[number];
/** A space: a letter for the column and a number for the row, like `c4`. */
export type Space = string;

export interface CastleTile {
  space: Space;
  floor: number;
  tile: string;
}

export interface Stack {
  space: Space;
  height: number;
  /** The tile on top; null if it is face down. */
  tile: string | null;
  shrine: boolean;
}

export interface Group {
  type: TileType;
  spaces: Space[];
}

export interface RealmView {
  stacks: Stack[];
  shrine_pool: number;
  tokens: number;
  earned: Record<string, number>;
  groups: Group[];
  waiting: Space[][];
}

export interface Position {
  players: number;
  options: { castle: string; realm_columns: string; realm_rows: string; [name: string]: unknown };
  stage: string | null;
  phase: string;
  seat: number | null;
  start: number;
  castle: CastleTile[];
  unseen: Record<string, number>;
  spirits: string[];
  dragons: string[];
  used: string[];
  elegance: "owed" | "satisfied" | null;
  first_tile: CastleTile | null;
  action: string | null;
  held: string[];
  sets: { spaces: Space[]; shrines: number }[];
  lifted: Space | null;
  moved: Space[];
  general_shrines: number;
  dummy_tokens: number;
  realms: RealmView[];
  top_floor: number;
  available: Space[];
  countdown: number;
  final_round: boolean;
  rank: number | null;
}

export interface TilePiece {
  tile: string;
  type: TileType;
  number: number | null;
  copies: number;
}

export interface NamedCastle {
  name: string;
  best_for: number[];
  columns: number;
  rows: string[];
}

export interface Pieces {
  types: { type: TileType; faction: boolean; shrines: number }[];
  tiles: TilePiece[];
  castles: NamedCastle[];
  castle_tiles: number;
  shrines: number;
  highest_shrine: number;
  countdown: { tokens: number; points: number; solo: number };
  smallest_set: number;
  cunning_set: number;
  set_points: number[];
  solo_ranks_from: number[];
}

/** A set that a decision completes. */
export interface Completed {
  spaces: Space[];
  points: number;
}
