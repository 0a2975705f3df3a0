/** The legal decisions, sorted by where they are shown: in the castle, in the Realm, on a card or on a button. */
import type { Move } from "$games/contract";
import type { Space } from "./position";

/** A decision by its words: `place second b2` has the verb `place`, `second` and the space `b2`. */
export interface Told {
  verb: string;
  space?: Space;
  second?: boolean;
  spirit?: string;
  /** What a Spirit is paid with: a Shrine of the pool; otherwise it is the tile on `space`. */
  paysShrine?: boolean;
  type?: string;
}

export const CASTLE_VERBS = ["pick", "pair", "destroy"];
const WORDS = ["shrine", "discard", "summon", "done"];

export function understood(text: string): Told {
  const [verb = "", ...rest] = text.split(" ");
  if (WORDS.includes(verb)) return { verb };
  if (verb === "spirit") {
    const [spirit = "", , what = ""] = rest;
    return what === "shrine" ? { verb, spirit, paysShrine: true } : { verb, spirit, space: what };
  }
  if (verb === "place" && rest[0] === "second") return { verb, second: true, space: rest[1]! };
  if (verb === "change") return { verb, space: rest[0]!, type: rest[1]! };
  return { verb, space: rest[0]! };
}

export interface Payments {
  tiles: Map<Space, number>;
  shrine: number | null;
}

export interface Offers {
  /** By space of the castle: `pick`, `pair` or `destroy`. */
  castle: Map<Space, number>;
  castleVerb: string | null;
  /** By space of the Realm, for the tile collected first and for the other one. */
  places: [Map<Space, number>, Map<Space, number>];
  /** By space of the Realm whatever else has just one meaning there: `build`, `flip`, `lift`, `drop`, `consolidate`. */
  realm: Map<Space, { decision: number; verb: string }>;
  /** Change: by space and type. */
  changes: Map<Space, Map<string, number>>;
  spirits: Map<string, Payments>;
  /** `shrine`, `discard`, `summon`, `done`, as far as they are legal. */
  words: Map<string, number>;
}

export function offered(moves: Move[]): Offers {
  const offers: Offers = {
    castle: new Map(),
    castleVerb: null,
    places: [new Map(), new Map()],
    realm: new Map(),
    changes: new Map(),
    spirits: new Map(),
    words: new Map(),
  };
  for (const [decision, text] of moves) sort(offers, decision, understood(text));
  return offers;
}

function sort(offers: Offers, decision: number, told: Told): void {
  const { verb, space } = told;
  if (told.spirit !== undefined) {
    const payments = offers.spirits.get(told.spirit) ?? { tiles: new Map(), shrine: null };
    offers.spirits.set(told.spirit, payments);
    if (space === undefined) payments.shrine = decision;
    else payments.tiles.set(space, decision);
  } else if (space === undefined) {
    offers.words.set(verb, decision);
  } else if (CASTLE_VERBS.includes(verb)) {
    offers.castle.set(space, decision);
    offers.castleVerb = verb;
  } else if (verb === "place") {
    offers.places[told.second ? 1 : 0].set(space, decision);
  } else if (told.type !== undefined) {
    const types = offers.changes.get(space) ?? new Map<string, number>();
    offers.changes.set(space, types.set(told.type, decision));
  } else {
    offers.realm.set(space, { decision, verb });
  }
}
