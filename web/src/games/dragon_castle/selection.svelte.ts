/** Choosing a decision on the board: the steps that lead to it, what the player looks at, and what is offered and shown. */
import type { Move, Outlook } from "$games/contract";
import { settings } from "$lib/settings.svelte";
import { attemptInCastle, attemptInRealm, attemptSpirit, numberOf } from "./attempts";
import { cellsOf, ghostOf, litBy, type Selection } from "./parts/cells";
import { CASTLE_KINDS, heldBy, offered, type Decision } from "./moves";
import type { CastleTile, Position, Space } from "./position";

/** The props of the board that matter here. */
export interface Given {
  position: Position;
  moves: Move[];
  active: boolean;
  outlook: Outlook | null;
  pending: number | null;
  hinted: number | null;
  choose: (decision: number | null) => void;
  explain: (decision: number) => void;
}

const NO_CHOICES: ReadonlyMap<Space, number> = new Map();

export class Choosing {
  selection = $state<Selection>({ held: 0, spirit: null });
  /** Change: the tile whose new type the player has to choose. */
  changing = $state<Space | null>(null);
  /** The tile and the space under the pointer or the focus. */
  lookedTile = $state.raw<CastleTile | null>(null);
  lookedSpace = $state.raw<Space | null>(null);
  /** The symbol chosen in the tile counts. */
  spotlight = $state<string | null>(null);

  /** @param given the props of the board
   * @param fields all decisions by number */
  constructor(
    readonly given: () => Given,
    readonly fields: () => Decision[],
  ) {}

  offers = $derived.by(() => offered(this.given().active ? this.given().moves : [], this.fields()));
  prospects = $derived.by(
    () => new Map(this.given().outlook?.prospects.map((prospect) => [prospect.decision, prospect])),
  );
  /** The choices by space of the Realm. */
  cells = $derived.by(() =>
    cellsOf(this.offers, this.selection, this.given().position, this.prospects, settings.values.gains),
  );
  /** The choices by space of the castle; none while a Spirit is being paid. */
  castle = $derived.by(() => (this.selection.spirit === null ? this.offers.castle : NO_CHOICES));

  pending = $derived.by(() => this.#meant(this.given().pending));
  hinted = $derived.by(() => (this.given().active ? this.#meant(this.given().hinted) : null));

  /** The decision to preview: the one waiting to be confirmed, or the one under the pointer. */
  #shown = $derived.by(() => {
    const looked = this.lookedSpace === null ? undefined : this.cells.get(this.lookedSpace)?.decision;
    return this.given().pending ?? looked ?? null;
  });
  ghost = $derived.by(() => {
    const meant = this.#meant(this.#shown);
    return meant && ghostOf(meant, this.given().position);
  });
  /** The spaces of the sets waiting to be Consolidated, and of those that the previewed decision completes. */
  lit = $derived.by((): ReadonlySet<Space> => {
    const { seat, realms } = this.given().position;
    const meant = this.#meant(this.#shown);
    const completed = meant && this.#shown !== null ? litBy(meant, this.prospects.get(this.#shown)) : [];
    return new Set([...completed, ...(seat === null ? [] : (realms[seat]?.waiting.flat() ?? []))]);
  });
  /** The symbol to highlight in the castle: that of the tile looked at, or of the first tile of a pair. */
  matching = $derived.by((): string | null => {
    const { castle, first_tile, action } = this.given().position;
    const picked = this.pending?.kind === "pick" ? this.pending.space : undefined;
    return (
      this.lookedTile?.tile ??
      this.spotlight ??
      castle.find((tile) => tile.space === picked)?.tile ??
      (action === null ? (first_tile?.tile ?? null) : null)
    );
  });

  /** Forget the steps: there is something new to decide. */
  reset(): void {
    this.selection = { held: 0, spirit: null };
    this.changing = null;
    this.lookedTile = null;
  }

  /** Show the steps to a decision that is hinted at or waiting to be confirmed. */
  followKnown(): void {
    const meant = this.pending ?? this.hinted;
    if (meant?.spirit !== undefined) this.selection.spirit = meant.spirit;
    if (meant?.kind === "place") this.selection.held = heldBy(meant);
  }

  /** Choose a space of the Realm: a decision, or the first step to it. */
  chooseSpace(space: Space): void {
    const decision = this.cells.get(space)?.decision;
    if (decision !== undefined) this.given().choose(decision);
    else this.changing = space;
  }

  /** Show why a tile of the castle cannot be chosen. While a Spirit is being paid, the castle is not meant. */
  explainTile(space: Space): void {
    if (this.selection.spirit === null) this.#explain(attemptInCastle(this.given().position, space));
  }

  /** Show why a space of the own Realm cannot be chosen. */
  explainSpace(space: Space): void {
    this.#explain(attemptInRealm(this.given().position, this.selection, space));
  }

  /** Show why a Spirit cannot be activated. */
  explainSpirit(spirit: string): void {
    this.#explain(attemptSpirit(this.given().position, spirit));
  }

  /** Show why the selected Spirit cannot be paid with a Shrine. */
  explainShrine(): void {
    const { spirit } = this.selection;
    if (spirit !== null) this.#explain({ kind: "spirit", spirit, pay: "shrine" });
  }

  #explain(attempt: Decision): void {
    const number = this.given().active ? numberOf(attempt, this.fields()) : null;
    if (number !== null) this.given().explain(number);
  }

  /** Take back the steps and the decision that is not yet confirmed. */
  back(): void {
    this.selection.spirit = null;
    this.changing = null;
    if (this.given().pending !== null) this.given().choose(null);
  }

  #meant(decision: number | null): Decision | null {
    return decision === null ? null : (this.fields()[decision] ?? null);
  }
}

export function castleSpace(meant: Decision | null): Space | null {
  return meant && CASTLE_KINDS.includes(meant.kind) ? (meant.space ?? null) : null;
}

export function realmSpace(meant: Decision | null): Space | null {
  return meant && !CASTLE_KINDS.includes(meant.kind) ? (meant.space ?? null) : null;
}
