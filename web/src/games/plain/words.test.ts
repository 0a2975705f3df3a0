import { beforeEach, describe, expect, it } from "vitest";
import english from "virtual:words/en";
import { speech } from "$lib/words.svelte";
import { wordsOf } from "./words";

const WORDS = wordsOf("some_game");
const CONSTANTS = {
  name: "some_game",
  decisions: ["draw", "play 3 left_pile"],
  fields: [{ kind: "draw" }, { kind: "play", card: 3, onto: "left_pile" }],
  pieces: {},
  by_seat: [],
};

beforeEach(() => {
  speech.language = "en";
  speech.catalogue = { ...english };
});

describe("a plain game", () => {
  it("is described by the text of the engine where it has no words", () => {
    expect(WORDS.label(1, null, CONSTANTS)).toBe("Play 3 left pile");
    expect(WORDS.tell(0, "Ada", null, CONSTANTS)).toBe("Ada: Draw");
    expect(WORDS.source({ source: "last_card", points: 2 })).toBe("Last card");
    expect(WORDS.ask({ phase: "draw" }, [])).toBe(english["web_plain.ask"]);
  });

  it("is described in its own words where it has them", () => {
    Object.assign(speech.catalogue, {
      "some_game.decision.play": "Put {card} onto the {onto}",
      "some_game.tell.play": "{name} puts {card} onto the {onto}",
      "some_game.source.last_card": "the last card ({card})",
      "some_game.ask.draw": "Draw a card",
    });
    expect(WORDS.label(1, null, CONSTANTS)).toBe("Put 3 onto the left pile");
    expect(WORDS.tell(1, "Ada", null, CONSTANTS)).toBe("Ada puts 3 onto the left pile");
    expect(WORDS.source({ source: "last_card", points: 2, card: 9 })).toBe("the last card (9)");
    expect(WORDS.ask({ phase: "draw" }, [])).toBe("Draw a card");
    expect(WORDS.shares.label("last_card")).toBe("Last card");
  });
});
