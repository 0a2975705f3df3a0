/** What all parts of the table share: the position, and what can be chosen in it.
 *
 * Everything that can be tapped knows the words of its decision (`act 1 taxes`, `house 2`); whether that is legal now,
 * chosen, or recommended is looked up here. */
import { createContext } from "svelte";
import type { BoardProps, Last, Prospect, Seat } from "$games/contract";
import { Chronicle } from "./motion.svelte";
import type { Court, Palace, Person, PersonType, Pieces, Position, Tile } from "./position";

export interface Bargain {
  costs?: number;
  brings?: Partial<Record<"yuan" | "floors" | "rice" | "fireworks" | "spaces" | "points", number>>;
}

type Props = BoardProps<Position, Pieces>;

export class Play {
  readonly chronicle = new Chronicle();
  /** The month that somebody has asked about. */
  asked = $state<number | null>(null);
  /** Of things that stand for the same decision the one that was tapped. */
  touched = $state<{ words: string; place: string } | null>(null);
  /** In the opening, the first person of the pair. */
  first = $state<PersonType | null>(null);
  #props: () => Props;
  #decisions = $derived.by(() => new Map(this.#props().moves.map(([decision, text]) => [text, decision])));
  #words = $derived.by(() => new Map(this.#props().moves.map(([decision, text]) => [decision, text])));
  #persons = $derived.by(
    () => new Map(this.#props().facts.pieces.persons.map((person) => [person.tile, person])),
  );
  #gains = $derived.by(() => {
    const gains =
      this.#props().outlook?.prospects.map(({ decision, gain }) => [decision, gain ?? 0] as const) ?? [];
    const differ = gains.some(([, gain]) => gain !== gains[0]?.[1]);
    return new Map(differ ? gains : []);
  });

  constructor(props: () => Props) {
    this.#props = props;
  }

  get position(): Position {
    return this.#props().position;
  }

  get pieces(): Pieces {
    return this.#props().facts.pieces;
  }

  get facts(): Props["facts"] {
    return this.#props().facts;
  }

  get seats(): Seat[] {
    return this.#props().seats;
  }

  nameOf(seat: number): string {
    return this.seats[seat]?.name ?? "";
  }

  get active(): boolean {
    return this.#props().active;
  }

  get turn(): number | null {
    return this.#props().turn;
  }

  get last(): Last | null {
    return this.#props().last;
  }

  /** The seat whose court is shown large: whoever I decide for now, or the one I look from. */
  get me(): number {
    const { active, turn, viewpoint } = this.#props();
    return active && turn !== null ? turn : viewpoint;
  }

  get court(): Court {
    return this.position.courts[this.me]!;
  }

  /** The words of what is chosen but not confirmed. */
  get chosen(): string | null {
    const pending = this.#props().pending;
    return pending === null ? null : (this.#words.get(pending) ?? null);
  }

  /** Whether a decision is chosen at this very place; `main` is where it is shown if no place was tapped. */
  chosenAt(words: string, place: string, main: boolean): boolean {
    if (this.chosen !== words) return false;
    return this.touched?.words === words ? this.touched.place === place : main;
  }

  get hinted(): string | null {
    const hinted = this.#props().hinted;
    return hinted === null ? null : (this.#words.get(hinted) ?? null);
  }

  /** The first of the words of all decisions that can be made now: what is asked. */
  get verb(): string {
    return this.position.phase;
  }

  /** The decision of these words, if I may make it now. */
  decision(words: string): number | undefined {
    return this.active ? this.#decisions.get(words) : undefined;
  }

  /** Whether one of mine to choose from has words of this beginning. */
  offers(beginning: string): boolean {
    return this.active && this.#props().moves.some(([, text]) => text.startsWith(beginning));
  }

  /** By how much a decision would change my points as things stand, where that tells decisions apart. Actions say
   * themselves what they bring. */
  gain(words: string): number {
    const decision = this.decision(words);
    return decision === undefined || this.verb === "act" ? 0 : (this.#gains.get(decision) ?? 0);
  }

  prospect(decision: number): Prospect | undefined {
    return this.#props().outlook?.prospects.find((one) => one.decision === decision);
  }

  choose(decision: number | null): void {
    this.#props().choose(decision);
  }

  /** What the chosen decision costs and brings, as the server reckons it. */
  get bargain(): Bargain {
    const pending = this.#props().pending;
    return pending === null ? {} : ((this.prospect(pending)?.effects ?? {}) as Bargain);
  }

  person(tile: Tile): Person {
    return this.#persons.get(tile)!;
  }

  /** The space of a seat's marker on the person track. */
  spaceOf(seat: number): number {
    return this.position.track.find((one) => one.seats.includes(seat))?.space ?? 0;
  }

  /** The number by which a palace is named in decisions: of palaces that are alike only the first is offered. */
  numberOf(index: number): number {
    const struck = (place: number) => this.position.struck.includes(place + 1);
    const palaces = this.court.palaces;
    const palace = palaces[index]!;
    const first = palaces.findIndex(
      (other, place) => alike(other, palace) && struck(place) === struck(index),
    );
    return first + 1;
  }

  /** The words by which a person leaves a palace. An equal one may be replaced in the first palace only, wherever it lives. */
  leaving(verb: "release" | "replace", index: number, tile: Tile): string {
    const equal = verb === "replace" && tile === this.position.person;
    const home = equal
      ? this.court.palaces.findIndex((one) => one.persons.includes(tile)) + 1
      : this.numberOf(index);
    return `${verb} ${home} ${tile}`;
  }
}

function alike(one: Palace, other: Palace): boolean {
  return one.floors === other.floors && one.persons.join() === other.persons.join();
}

const [use, set] = createContext<Play>();

export function provide(props: () => Props): Play {
  return set(new Play(props));
}

export { use };
