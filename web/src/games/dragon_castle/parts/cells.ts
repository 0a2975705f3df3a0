/** The choices on the spaces of a Realm, and previews of decisions. */
import type { Prospect } from "$games/contract";
import { say } from "$lib/words.svelte";
import { heldBy, type Decision, type Offers } from "../moves";
import type { Completed, Position, Space } from "../position";

export interface Cell {
  /** Absent if a choice here is only a step towards a decision. */
  decision?: number;
  look: "do" | "pay";
  label: string;
  badge: string;
}

/** A preview on a space: one more tile, a Shrine, or the tile there turned face down. */
export type Ghost =
  | { space: Space; kind: "tile"; tile: string | null }
  | { space: Space; kind: "turned"; tile: null }
  | { space: Space; kind: "shrine" };

/** The steps taken towards a decision. */
export interface Selection {
  /** The index of the collected tile to place. */
  held: 0 | 1;
  /** The Spirit to pay for. */
  spirit: string | null;
}

export type Prospects = Map<number, Prospect>;

export function setsAfter(prospect: Prospect | undefined): Completed[] {
  return (prospect?.effects?.sets as Completed[] | undefined) ?? [];
}

/** Return the set that a decision on a space would complete there. */
function completedAt(space: Space, prospect: Prospect | undefined): Completed | undefined {
  return setsAfter(prospect).find((set) => set.spaces.includes(space));
}

/** Return the choices by space of the Realm after the steps taken so far, with their points if `gains` is set. */
export function cellsOf(
  offers: Offers,
  selection: Selection,
  position: Position,
  prospects: Prospects,
  gains: boolean,
): Map<Space, Cell> {
  const cells = new Map<Space, Cell>();
  if (selection.spirit !== null) {
    const name = say(`dragon_castle.spirit.${selection.spirit}`);
    for (const [space, decision] of offers.spirits.get(selection.spirit)?.tiles ?? [])
      cells.set(space, {
        decision,
        look: "pay",
        label: say("dragon_castle.app.cell.pay", { spirit: name }),
        badge: "",
      });
    return cells;
  }
  for (const [space, decision] of offers.places[selection.held]) {
    const set = completedAt(space, prospects.get(decision));
    const tile = say(`dragon_castle.tile.${position.held[selection.held] ?? position.held[0]}`);
    const label = set
      ? say("dragon_castle.app.cell.place_set", { tile, count: set.spaces.length, points: set.points })
      : say("dragon_castle.app.cell.place", { tile });
    cells.set(space, { decision, look: "do", label, badge: set && gains ? `+${set.points}` : "" });
  }
  for (const [space, types] of offers.changes) {
    const [only] = types.size === 1 ? types.values() : [];
    cells.set(space, { decision: only, look: "do", label: say("dragon_castle.app.cell.change"), badge: "" });
  }
  for (const [space, { decision, kind }] of offers.realm) {
    const prospect = prospects.get(decision);
    const set = kind === "consolidate" ? setsAfter(prospect)[0] : completedAt(space, prospect);
    const gain = set?.points ?? (kind === "build" || kind === "drop" ? (prospect?.gain ?? 0) : 0);
    const cell: Cell = {
      decision,
      look: "do",
      label: say(`dragon_castle.app.cell.${kind}`),
      badge: gain > 0 && gains ? `+${gain}` : "",
    };
    // A group is chosen by any of its tiles.
    for (const one of kind === "consolidate" ? (set?.spaces ?? [space]) : [space])
      cells.set(one, one === space ? cell : { ...cell, badge: "" });
  }
  return cells;
}

/** Return the preview of a decision on the Realm. */
export function ghostOf(meant: Decision, position: Position): Ghost | null {
  const { kind, space } = meant;
  if (space === undefined || position.seat === null) return null;
  if (kind === "place") return { space, kind: "tile", tile: position.held[heldBy(meant)] ?? null };
  if (kind === "build") return { space, kind: "shrine" };
  if (kind === "flip") return { space, kind: "turned", tile: null };
  if (kind !== "drop") return null;
  if (position.phase === "wind_drop") return { space, kind: "shrine" };
  const lifted = position.realms[position.seat]?.stacks.find((stack) => stack.space === position.lifted);
  return { space, kind: "tile", tile: lifted?.tile ?? null };
}

/** Return the spaces of the sets that a decision completes or Consolidates. */
export function litBy(meant: Decision, prospect: Prospect | undefined): Space[] {
  const sets = setsAfter(prospect);
  const { kind, space } = meant;
  if (kind === "consolidate" || kind === "change") return sets[0]?.spaces ?? [];
  if (space === undefined || kind === "spirit") return [];
  return sets.find((set) => set.spaces.includes(space))?.spaces ?? [];
}
