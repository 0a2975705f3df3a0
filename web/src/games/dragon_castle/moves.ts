/** The legal decisions, sorted by where they are shown: in the castle, in the Realm, on a card or on a button. */
import type { Move } from "$games/contract";
import type { Space } from "./position";

export const CASTLE_KINDS = ["pick", "pair", "destroy"];

export interface Decision {
  kind: string;
  /** A space of the castle for the kinds above, of the Realm for all others. */
  space?: Space;
  /** The tile to place, of two collected ones. */
  tile?: "first" | "second";
  spirit?: string;
  /** The payment of a Spirit: a Shrine of the pool, or the tile on `space`. */
  pay?: "tile" | "shrine";
  type?: string;
}

/** Return the index of the collected tile that a decision places. */
export function heldBy({ tile }: Decision): 0 | 1 {
  return tile === "second" ? 1 : 0;
}

export interface Payments {
  tiles: Map<Space, number>;
  shrine: number | null;
}

export interface Offers {
  /** By space of the castle: `pick`, `pair` or `destroy`. */
  castle: Map<Space, number>;
  castleKind: string | null;
  /** By space of the Realm, for the first collected tile and for the second. */
  places: [Map<Space, number>, Map<Space, number>];
  /** By space of the Realm, the kinds with one meaning there: `build`, `flip`, `lift`, `drop`, `consolidate`. */
  realm: Map<Space, { decision: number; kind: string }>;
  /** Change: by space and type. */
  changes: Map<Space, Map<string, number>>;
  spirits: Map<string, Payments>;
  /** The legal ones of `shrine`, `discard`, `summon`, `done`. */
  words: Map<string, number>;
}

export function offered(moves: Move[], fields: Decision[]): Offers {
  const offers: Offers = {
    castle: new Map(),
    castleKind: null,
    places: [new Map(), new Map()],
    realm: new Map(),
    changes: new Map(),
    spirits: new Map(),
    words: new Map(),
  };
  for (const [decision] of moves) {
    const meant = fields[decision];
    if (meant) sort(offers, decision, meant);
  }
  return offers;
}

function sort(offers: Offers, decision: number, meant: Decision): void {
  const { kind, space } = meant;
  if (meant.spirit !== undefined) {
    const payments = offers.spirits.get(meant.spirit) ?? { tiles: new Map(), shrine: null };
    offers.spirits.set(meant.spirit, payments);
    if (space === undefined) payments.shrine = decision;
    else payments.tiles.set(space, decision);
  } else if (space === undefined) {
    offers.words.set(kind, decision);
  } else if (CASTLE_KINDS.includes(kind)) {
    offers.castle.set(space, decision);
    offers.castleKind = kind;
  } else if (kind === "place") {
    offers.places[heldBy(meant)].set(space, decision);
  } else if (meant.type !== undefined) {
    const types = offers.changes.get(space) ?? new Map<string, number>();
    offers.changes.set(space, types.set(meant.type, decision));
  } else {
    offers.realm.set(space, { decision, kind });
  }
}
