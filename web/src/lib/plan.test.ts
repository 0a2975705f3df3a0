import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GameView } from "$generated/messages";

vi.mock("$lib/words.svelte", () => ({ say: (key: string) => key }));

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
});

const { Plan } = await import("./plan.svelte");

const GAME: GameView = {
  name: "some_game",
  title: "Some Game",
  rules_version: 1,
  players: [2, 3],
  default_players: 3,
  ready: true,
  options: [
    { name: "duel", kind: "flag", values: [false, true], players: [2], defaults: { 2: false, 3: false } },
    {
      name: "castle",
      kind: "castle",
      values: ["two", "three"],
      players: [2, 3],
      defaults: { 2: "two", 3: "three" },
    },
  ],
};
const option = (name: string) => GAME.options.find((one) => one.name === name)!;

beforeEach(() => stored.clear());

describe("the plan of a table", () => {
  it("starts with me, bots and the default options", () => {
    expect(new Plan(GAME).request()).toEqual({
      game: "some_game",
      players: 3,
      options: {},
      seats: [{ kind: "me" }, { kind: "bot", level: 2 }, { kind: "bot", level: 2 }],
      public: false,
      rated: false,
      clock: null,
    });
  });

  it("requests only the options of this number of players", () => {
    const plan = new Plan(GAME);
    plan.is.players = 2;
    plan.choose(option("duel"), true);
    expect(plan.request().options).toEqual({ duel: true });
    plan.is.players = 3;
    expect(plan.request().options).toEqual({});
  });

  it("follows the default when the number of players changes", () => {
    const plan = new Plan(GAME);
    plan.choose(option("castle"), "three");
    plan.is.players = 2;
    expect(plan.value(option("castle"))).toBe("two");
  });

  it("has a single seat for me", () => {
    const plan = new Plan(GAME);
    plan.seat(2, "me");
    expect(plan.seats.map((seat) => seat.kind)).toEqual(["bot", "bot", "me"]);
  });

  it("can be rated only with people at their own devices", () => {
    const plan = new Plan(GAME);
    plan.is.rated = true;
    expect(plan.request().rated).toBe(false);
    plan.others("open");
    expect(plan.request().rated).toBe(true);
    expect(plan.complete).toBe(false);
  });

  it("is stored, and starts afresh if the stored plan is damaged", () => {
    const plan = new Plan(GAME);
    plan.others("local");
    plan.remember();
    expect(new Plan(GAME).seats.map((seat) => seat.kind)).toEqual(["me", "local", "local"]);
    stored.set("palatine.new.some_game", "{");
    expect(new Plan(GAME).seats.map((seat) => seat.kind)).toEqual(["me", "bot", "bot"]);
  });
});
