/** Animations: tiles fly from the castle to the hand and on to a Realm, are turned, and Shrines come from their pool. They
 * follow from comparing two positions; nothing waits for them. View and keyboard focus move to the next choice. */
import { mount, unmount, type Component } from "svelte";
import { settings } from "$lib/settings.svelte";
import RoofIcon from "./art/RoofIcon.svelte";
import TileIcon from "./art/TileIcon.svelte";
import type { Position, RealmView, Space, Stack } from "./position";

/** With more movements than this, the player has caught up: show none. */
const MOST_FLIGHTS = 6;
const TILE_WIDTH = 40;

interface Flight {
  thing: "shrine" | { tile: string | null };
  /** Its place on the screen before. */
  from: DOMRect;
  /** Its destination; null if it vanishes. */
  to: string | null;
}

const castleTile = (space: Space) => `[data-testid="castle"] [data-space="${space}"] .top`;
const realmTile = (seat: number, space: Space) => `[data-realm="${seat}"] [data-space="${space}"] .top`;
const realmFace = (seat: number, space: Space) => `[data-realm="${seat}"] [data-space="${space}"] .face`;
const slot = (name: string) => `[data-slot="${name}"]`;
const pool = (seat: number) => `[data-pool="${seat}"]`;

function bySpace(realm: RealmView): Map<Space, Stack> {
  return new Map(realm.stacks.map((stack) => [stack.space, stack]));
}

export class Movements {
  #shown: Position | null = null;
  #flights: Flight[] = [];
  #turned: string[] = [];

  /** @param root the element of the board */
  constructor(readonly root: () => HTMLElement | undefined) {}

  /** Find out what moves and from where, before the new position is drawn. */
  before(position: Position): void {
    const shown = this.#shown;
    this.#shown = position;
    this.#flights = [];
    this.#turned = [];
    if (!shown || shown === position || !this.root()) return;
    this.#fromCastle(shown, position);
    position.realms.forEach((realm, seat) => this.#inRealm(shown, shown.realms[seat]!, realm, seat));
  }

  /** Start the animations, once the new position is drawn. */
  after(milliseconds: number): void {
    const flights = this.#flights.splice(0);
    const turned = this.#turned.splice(0);
    if (!milliseconds || flights.length > MOST_FLIGHTS) return;
    for (const flight of flights) this.#fly(flight, milliseconds);
    for (const face of turned)
      this.#find(face)?.animate(
        [{ transform: "scaleX(-1)" }, { transform: "scaleX(0)" }, { transform: "scaleX(1)" }],
        {
          duration: milliseconds,
        },
      );
  }

  #find(selector: string): Element | null {
    return this.root()?.querySelector(selector) ?? null;
  }

  #add(thing: Flight["thing"], from: string, to: string | null): void {
    const rect = this.#find(from)?.getBoundingClientRect();
    if (rect) this.#flights.push({ thing, from: rect, to });
  }

  #fromCastle(before: Position, after: Position): void {
    const left = new Map(after.castle.map((tile) => [tile.space, tile.floor]));
    for (const { space, floor, tile } of before.castle) {
      if ((left.get(space) ?? 0) >= floor) continue;
      const isFirst = !before.first_tile && after.first_tile?.space === space;
      const isHeld = after.held.length > before.held.length && after.held.includes(tile);
      this.#add({ tile }, castleTile(space), isFirst ? slot("first") : isHeld ? slot("held") : null);
    }
  }

  #inRealm(position: Position, before: RealmView, after: RealmView, seat: number): void {
    const was = bySpace(before);
    const is = bySpace(after);
    for (const [space, stack] of is) {
      const old = was.get(space);
      if (stack.height > (old?.height ?? 0)) {
        const from =
          position.phase === "strength_drop" ? realmTile(seat, position.lifted ?? "") : slot("held");
        const tile = stack.tile ?? (position.phase === "strength_drop" ? null : (position.held[0] ?? null));
        this.#add({ tile }, from, realmTile(seat, space));
      }
      if (stack.tile === null && old?.tile) this.#turned.push(realmFace(seat, space));
      if (stack.shrine && !old?.shrine)
        this.#add(
          "shrine",
          position.lifted ? realmTile(seat, position.lifted) : pool(seat),
          realmTile(seat, space),
        );
    }
    for (const [space, old] of was) {
      const paid = (is.get(space)?.height ?? 0) < old.height && position.lifted !== space;
      if (paid) this.#add({ tile: old.tile }, realmTile(seat, space), null);
    }
    if (after.shrine_pool > before.shrine_pool) this.#add("shrine", slot("general"), pool(seat));
    if (after.tokens > before.tokens) this.#turned.push(slot("countdown"));
  }

  #fly({ thing, from, to }: Flight, milliseconds: number): void {
    const root = this.root();
    const target = to === null ? null : this.#find(to);
    if (!root) return;
    const [icon, props] =
      thing === "shrine" ? [RoofIcon, {}] : [TileIcon, { tile: thing.tile, width: TILE_WIDTH }];
    const bird = document.createElement("div");
    Object.assign(bird.style, {
      position: "fixed",
      left: "0",
      top: "0",
      zIndex: "20",
      pointerEvents: "none",
      transformOrigin: "0 0",
    });
    const mounted = mount(icon as Component<Record<string, unknown>>, { target: bird, props });
    root.append(bird);
    const at = (rect: DOMRect, lift: number) => {
      const scale = Math.min(2, Math.max(0.3, rect.width / (TILE_WIDTH + 6)));
      return `translate(${rect.left}px, ${rect.top - lift}px) scale(${scale})`;
    };
    const goal = target?.getBoundingClientRect();
    const frames: Keyframe[] = goal
      ? [{ transform: at(from, 0) }, { transform: at(from, 14), offset: 0.2 }, { transform: at(goal, 0) }]
      : [
          { transform: at(from, 0), opacity: 1 },
          { transform: at(from, 40), opacity: 0 },
        ];
    target?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], {
      duration: milliseconds,
    });
    bird.animate(frames, { duration: milliseconds, easing: "ease-in-out" }).finished.finally(() => {
      void unmount(mounted);
      bird.remove();
    });
  }
}

// ---------------------------------------------------------------------------------------------------- view and focus

/** Scroll a part of the board into view: on a phone, castle and Realm are below each other. */
export function reveal(part: Element): void {
  part.scrollIntoView({ block: "nearest", behavior: settings.still ? "instant" : "smooth" });
}

const DECISION = "[data-decision]";
const CHOICE = `${DECISION}, [data-step]`;

/** Move the keyboard focus to the next choice if the focused element is gone or offers none; after a `step` towards a
 * decision, to the first thing that completes it. */
export function leadFocus(board: HTMLElement, step: boolean): void {
  const wanted = step ? DECISION : CHOICE;
  const { activeElement } = document;
  if (activeElement !== document.body && !board.contains(activeElement)) return;
  if (activeElement?.matches(wanted)) return;
  const choices = [...board.querySelectorAll<HTMLElement | SVGElement>(wanted)];
  const reachable = choices.filter((choice) => choice.tabIndex === 0);
  const first = (step ? null : reachable.find((choice) => choice.closest("svg"))) ?? reachable[0];
  first?.focus();
}
