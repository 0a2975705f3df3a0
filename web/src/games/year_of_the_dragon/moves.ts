/** The decisions of In the Year of the Dragon, and their equality. */
import type { Action, Card, Gift, PersonType, Privilege, Tile } from "./position";

export type Decision =
  | { kind: "draft"; types: [PersonType, PersonType] }
  | { kind: "house" | "collapse"; palace: number }
  | { kind: "act"; group: number; action: Action }
  | { kind: "pass" | "let_go" }
  | { kind: "buy"; privilege: Privilege }
  /** Null for a new palace. */
  | { kind: "build"; palace: number | null }
  | { kind: "play" | "discard"; card: Card }
  | { kind: "take"; person: Tile }
  | { kind: "release" | "replace"; palace: number; person: Tile }
  | { kind: "lay"; gift: Gift }
  | { kind: "return"; piece: "yuan" | "rice" | "firework" }
  | { kind: "charter"; type: PersonType };

/** The phase in which a kind of decision is asked for. */
export function phaseOf({ kind }: Decision): string {
  if (kind === "pass") return "act";
  return kind === "let_go" ? "replace" : kind;
}

/** A key that is equal for equal decisions, whatever the order of their fields. */
export function keyOf(decision: Decision): string {
  return JSON.stringify(Object.entries(decision).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function same(one: Decision | null | undefined, other: Decision): boolean {
  return one?.kind === other.kind && keyOf(one) === keyOf(other);
}
