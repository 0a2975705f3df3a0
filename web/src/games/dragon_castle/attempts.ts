/** Decisions that a click stands for where nothing can be chosen: the server says why they are not legal. */
import type { Selection } from "./parts/cells";
import { heldBy, type Decision } from "./moves";
import { TYPES, type Position, type RealmView, type Space } from "./position";

const CASTLE_KIND: Record<string, string> = {
  completion: "pair",
  deception: "pair",
  deep: "pair",
  destruction: "destroy",
};

const REALM_KIND: Record<string, string> = {
  build: "build",
  faith: "build",
  beauty: "consolidate",
  cunning: "consolidate",
  strength_lift: "lift",
  strength_drop: "drop",
  wind_lift: "lift",
  wind_drop: "drop",
};

function realmOf({ seat, realms }: Position): RealmView | undefined {
  return seat === null ? undefined : realms[seat];
}

/** Return the decision that a click on a tile of the castle stands for. */
export function attemptInCastle({ phase }: Position, space: Space): Decision {
  return { kind: CASTLE_KIND[phase] ?? "pick", space };
}

/** Return the decision that a click on a space of the own Realm stands for. */
export function attemptInRealm(position: Position, selection: Selection, space: Space): Decision {
  const { spirit, held } = selection;
  if (spirit !== null) return { kind: "spirit", spirit, pay: "tile", space };
  const stack = realmOf(position)?.stacks.find((one) => one.space === space);
  if (position.phase === "wind") return { kind: stack?.shrine ? "lift" : "flip", space };
  if (position.phase === "change") return { kind: "change", space, type: otherType(position, space) };
  const kind = REALM_KIND[position.phase];
  return kind ? { kind, space } : { kind: "place", tile: held === 1 ? "second" : "first", space };
}

/** Return a type that the tile on a space does not have. */
function otherType(position: Position, space: Space): string {
  const group = realmOf(position)?.groups.find(({ spaces }) => spaces.includes(space));
  return TYPES.find((type) => type !== group?.type) ?? TYPES[0];
}

/** Return the activation of a Spirit that a click on its card stands for: paid with whatever the player has. */
export function attemptSpirit(position: Position, spirit: string): Decision {
  const realm = realmOf(position);
  const tile = realm?.stacks.find((stack) => stack.tile !== null);
  return !realm?.shrine_pool && tile
    ? { kind: "spirit", spirit, pay: "tile", space: tile.space }
    : { kind: "spirit", spirit, pay: "shrine" };
}

/** Return the number of a decision, or null if there is no such decision. */
export function numberOf(wanted: Decision, fields: Decision[]): number | null {
  const number = fields.findIndex(
    ({ kind, space, spirit, pay, type, tile }) =>
      kind === wanted.kind &&
      space === wanted.space &&
      spirit === wanted.spirit &&
      pay === wanted.pay &&
      type === wanted.type &&
      (kind !== "place" || heldBy({ kind, tile }) === heldBy(wanted)),
  );
  return number < 0 ? null : number;
}
