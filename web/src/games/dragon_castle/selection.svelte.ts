/** How a decision comes about on the board: the steps that lead to it, what one looks at meanwhile, and what is therefore
 * offered and shown. */
import type { Move, Outlook } from "$games/contract";
import { settings } from "$lib/settings.svelte";
import { cellsOf, ghostOf, litBy, type Selection } from "./parts/cells";
import { CASTLE_VERBS, offered, understood, type Told } from "./moves";
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
   * @param words the words of all decisions, by number */
  constructor(
    readonly given: () => Given,
    readonly words: () => string[],
  ) {}

  offers = $derived.by(() => offered(this.given().active ? this.given().moves : []));
  prospects = $derived.by(
    () => new Map(this.given().outlook?.prospects.map((prospect) => [prospect.decision, prospect])),
  );
  /** What can be done on which space of the Realm. */
  cells = $derived.by(() =>
    cellsOf(this.offers, this.selection, this.given().position, this.prospects, settings.values.gains),
  );
  /** What can be done in the castle; nothing while a Spirit is being paid. */
  castle = $derived.by(() => (this.selection.spirit === null ? this.offers.castle : NO_CHOICES));

  pending = $derived.by(() => this.#told(this.given().pending));
  hinted = $derived.by(() => (this.given().active ? this.#told(this.given().hinted) : null));

  /** The decision that is shown as if it were made: the one waiting to be confirmed, or the one under the pointer. */
  #shown = $derived.by(() => {
    const looked = this.lookedSpace === null ? undefined : this.cells.get(this.lookedSpace)?.decision;
    return this.given().pending ?? looked ?? null;
  });
  ghost = $derived.by(() => {
    const told = this.#told(this.#shown);
    return told && ghostOf(told, this.given().position);
  });
  /** The spaces of the sets that wait to be Consolidated, and of those that the shown decision completes. */
  lit = $derived.by((): ReadonlySet<Space> => {
    const { seat, realms } = this.given().position;
    const told = this.#told(this.#shown);
    const completed = told && this.#shown !== null ? litBy(told, this.prospects.get(this.#shown)) : [];
    return new Set([...completed, ...(seat === null ? [] : (realms[seat]?.waiting.flat() ?? []))]);
  });
  /** The symbol whose tiles are pointed at in the castle: that of the tile one looks at, or whose like is wanted now. */
  matching = $derived.by((): string | null => {
    const { castle, first_tile, action } = this.given().position;
    const picked = this.pending?.verb === "pick" ? this.pending.space : undefined;
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
    const told = this.pending ?? this.hinted;
    if (told?.spirit !== undefined) this.selection.spirit = told.spirit;
    if (told?.verb === "place") this.selection.held = told.second ? 1 : 0;
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

  #told(decision: number | null): Told | null {
    const text = decision === null ? undefined : this.words()[decision];
    return text === undefined ? null : understood(text);
  }
}

export function castleSpace(told: Told | null): Space | null {
  return told && CASTLE_VERBS.includes(told.verb) ? (told.space ?? null) : null;
}

export function realmSpace(told: Told | null): Space | null {
  return told && !CASTLE_VERBS.includes(told.verb) ? (told.space ?? null) : null;
}
