/** How a decision comes about on the board: the steps that lead to it, what one looks at meanwhile, and what is therefore
 * offered and shown. */
import type { Move, Outlook } from "$games/contract";
import { settings } from "$lib/settings.svelte";
import { cellsOf, ghostOf, litBy, type Selection } from "./parts/cells";
import { CASTLE_KINDS, heldBy, offered, type Decision } from "./moves";
import type { CastleTile, Position, Space } from "./position";

/** What the app gives to the board, as far as it matters here. */
export interface Given {
  position: Position;
  moves: Move[];
  active: boolean;
  outlook: Outlook | null;
  pending: number | null;
  hinted: number | null;
  choose: (decision: number | null) => void;
}

const NO_CHOICES: ReadonlyMap<Space, number> = new Map();

export class Choosing {
  selection = $state<Selection>({ held: 0, spirit: null });
  /** Change: the tile whose new type is asked for. */
  changing = $state<Space | null>(null);
  /** What the pointer or the focus is on. */
  lookedTile = $state.raw<CastleTile | null>(null);
  lookedSpace = $state.raw<Space | null>(null);
  /** A symbol chosen where tiles are counted. */
  spotlight = $state<string | null>(null);

  /** @param given what the board was given
   * @param fields all decisions, by number */
  constructor(
    readonly given: () => Given,
    readonly fields: () => Decision[],
  ) {}

  offers = $derived.by(() => offered(this.given().active ? this.given().moves : [], this.fields()));
  prospects = $derived.by(
    () => new Map(this.given().outlook?.prospects.map((prospect) => [prospect.decision, prospect])),
  );
  /** What can be done on which space of the Realm. */
  cells = $derived.by(() =>
    cellsOf(this.offers, this.selection, this.given().position, this.prospects, settings.values.gains),
  );
  /** What can be done in the castle; nothing while a Spirit is being paid. */
  castle = $derived.by(() => (this.selection.spirit === null ? this.offers.castle : NO_CHOICES));

  pending = $derived.by(() => this.#meant(this.given().pending));
  hinted = $derived.by(() => (this.given().active ? this.#meant(this.given().hinted) : null));

  /** The decision that is shown as if it were made: the one waiting to be confirmed, or the one under the pointer. */
  #shown = $derived.by(() => {
    const looked = this.lookedSpace === null ? undefined : this.cells.get(this.lookedSpace)?.decision;
    return this.given().pending ?? looked ?? null;
  });
  ghost = $derived.by(() => {
    const meant = this.#meant(this.#shown);
    return meant && ghostOf(meant, this.given().position);
  });
  /** The spaces of the sets that wait to be Consolidated, and of those that the shown decision completes. */
  lit = $derived.by((): ReadonlySet<Space> => {
    const { seat, realms } = this.given().position;
    const meant = this.#meant(this.#shown);
    const completed = meant && this.#shown !== null ? litBy(meant, this.prospects.get(this.#shown)) : [];
    return new Set([...completed, ...(seat === null ? [] : (realms[seat]?.waiting.flat() ?? []))]);
  });
  /** The symbol whose tiles are pointed at in the castle: that of the tile one looks at, or whose like is wanted now. */
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

  /** A new question begins without steps. */
  beginAnew(): void {
    this.selection = { held: 0, spirit: null };
    this.changing = null;
    this.lookedTile = null;
  }

  /** A decision that is known in advance, by hint or waiting to be confirmed, shows the steps that lead to it. */
  followKnown(): void {
    const meant = this.pending ?? this.hinted;
    if (meant?.spirit !== undefined) this.selection.spirit = meant.spirit;
    if (meant?.kind === "place") this.selection.held = heldBy(meant);
  }

  /** A space of the Realm was chosen: that is a decision, or the first step to it. */
  chooseSpace(space: Space): void {
    const decision = this.cells.get(space)?.decision;
    if (decision !== undefined) this.given().choose(decision);
    else this.changing = space;
  }

  /** Take the steps back, and the decision that is not yet confirmed. */
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
