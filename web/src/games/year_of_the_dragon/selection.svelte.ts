/** The state that all parts of the table share: the position and its choices.
 *
 * Everything that can be tapped knows its decision (`{ kind: "house", palace: 2 }`). Whether it is legal, chosen or
 * recommended is looked up here. */
import { createContext } from "svelte";
import type { BoardProps, Last, Prospect, Seat } from "$games/contract";
import { Chronicle } from "./motion.svelte";
import { keyOf, same, type Decision } from "./moves";
import type { Court, Palace, Person, PersonType, Pieces, Position, Tile } from "./position";

export interface Bargain {
  costs?: number;
  brings?: Partial<Record<"yuan" | "floors" | "rice" | "fireworks" | "spaces" | "points", number>>;
}

type Props = BoardProps<Position, Pieces, Decision>;

export class Play {
  readonly chronicle = new Chronicle();
  /** The month that the player has selected in the calendar. */
  selectedMonth = $state<number | null>(null);
  /** The place that was tapped, among those that stand for the same decision. */
  touched = $state.raw<{ decision: Decision; place: string } | null>(null);
  /** In the opening, the first person of the pair. */
  first = $state<PersonType | null>(null);
  #props: () => Props;
  #decisions = $derived.by(
    () => new Map(this.#props().moves.map(([decision]) => [keyOf(this.fields[decision]!), decision])),
  );
  #numbers = $derived.by(() => new Map(this.fields.map((fields, decision) => [keyOf(fields), decision])));
  #persons = $derived.by(
    () => new Map(this.#props().constants.pieces.persons.map((person) => [person.tile, person])),
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
    return this.#props().constants.pieces;
  }

  get constants(): Props["constants"] {
    return this.#props().constants;
  }

  get fields(): Decision[] {
    return this.#props().constants.fields;
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

  /** The seat whose court is shown large: the one I decide for, or the one I look from. */
  get me(): number {
    const { active, turn, viewpoint } = this.#props();
    return active && turn !== null ? turn : viewpoint;
  }

  get court(): Court {
    return this.position.courts[this.me]!;
  }

  /** The decision that is chosen but not confirmed. */
  get chosen(): Decision | null {
    const pending = this.#props().pending;
    return pending === null ? null : (this.fields[pending] ?? null);
  }

  /** Whether a decision is chosen at this place. The `main` place shows it if none was tapped. */
  chosenAt(decision: Decision, place: string, main: boolean): boolean {
    if (!same(this.chosen, decision)) return false;
    return same(this.touched?.decision, decision) ? this.touched?.place === place : main;
  }

  get hinted(): Decision | null {
    const hinted = this.#props().hinted;
    return hinted === null ? null : (this.fields[hinted] ?? null);
  }

  /** The kind of decision that is asked for. */
  get phase(): string {
    return this.position.phase;
  }

  /** The number of a decision, if I may make it now. */
  decision(decision: Decision): number | undefined {
    return this.active ? this.#decisions.get(keyOf(decision)) : undefined;
  }

  /** The number of a decision that I may not make, while I am to decide. */
  refused(decision: Decision): number | undefined {
    return this.active && this.decision(decision) === undefined
      ? this.#numbers.get(keyOf(decision))
      : undefined;
  }

  /** Show why a decision is not legal now. */
  explain(decision: number): void {
    this.#props().explain(decision);
  }

  /** Whether I may make a decision of a kind now. */
  offers(kind: Decision["kind"]): boolean {
    return this.active && this.#props().moves.some(([decision]) => this.fields[decision]?.kind === kind);
  }

  /** The change of my points by a decision, if decisions differ in it. Actions show themselves what they bring. */
  gain(decision: number | undefined): number {
    return decision === undefined || this.phase === "act" ? 0 : (this.#gains.get(decision) ?? 0);
  }

  prospect(decision: number): Prospect | undefined {
    return this.#props().outlook?.prospects.find((one) => one.decision === decision);
  }

  choose(decision: number | null): void {
    this.#props().choose(decision);
  }

  /** The cost and the gains of the chosen decision, from the server. */
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

  /** The number of a palace in decisions: of palaces that are alike only the first is offered. */
  numberOf(index: number): number {
    const struck = (place: number) => this.position.struck.includes(place + 1);
    const palaces = this.court.palaces;
    const palace = palaces[index]!;
    const first = palaces.findIndex(
      (other, place) => alike(other, palace) && struck(place) === struck(index),
    );
    return first + 1;
  }

  /** The decision by which a person leaves a palace. Replacing an equal person is offered in the first palace only. */
  leaving(kind: "release" | "replace", index: number, person: Tile): Decision {
    const equal = kind === "replace" && person === this.position.person;
    const palace = equal
      ? this.court.palaces.findIndex((one) => one.persons.includes(person)) + 1
      : this.numberOf(index);
    return { kind, palace, person };
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
