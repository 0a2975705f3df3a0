import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { catalogue, languages, readCatalogue } from "../../vite/words";
import { bestLanguage, fill, formOf, isPlural, languageName, type Sentence } from "./sentences";

const POLISH = readCatalogue(resolve(import.meta.dirname, "../../../tests/words/pl/test.toml"), "test");
const CATEGORY = {
  0: "many",
  1: "one",
  2: "few",
  5: "many",
  12: "many",
  22: "few",
  25: "many",
  1.5: "other",
};
const WRITTEN: Record<number, string> = { 1.5: "1,5" };

describe("plural forms", () => {
  it("keep the four Polish forms of a sentence in one entry", () => {
    expect(Object.keys(POLISH)).toHaveLength(10);
    for (const sentence of Object.values(POLISH))
      expect(Object.keys(sentence).sort()).toEqual(["few", "many", "one", "other"]);
  });

  describe.each(Object.entries(POLISH))("of %s in Polish", (_, sentence) => {
    it.each(Object.entries(CATEGORY))("follow %s", (number, category) => {
      const count = Number(number);
      const expected = (sentence as Record<string, string>)
        [category]!.replace("{count}", WRITTEN[count] ?? number)
        .replace("{name}", "Ada");
      expect(fill(sentence, { count, name: "Ada" }, "pl")).toBe(expected);
    });

    it("follow 1000, written as Polish writes it", () => {
      const thousand = new Intl.NumberFormat("pl").format(1000);
      const expected = (sentence as Record<string, string>)
        .many!.replace("{count}", thousand)
        .replace("{name}", "Ada");
      expect(fill(sentence, { count: 1000, name: "Ada" }, "pl")).toBe(expected);
    });
  });

  it("of points are the Polish ones", () => {
    const points = (count: number) => fill(POLISH["test.points"]!, { count }, "pl");
    expect([0, 1, 2, 5, 12, 22, 25, 1.5].map(points)).toEqual([
      "0 punktów",
      "1 punkt",
      "2 punkty",
      "5 punktów",
      "12 punktów",
      "22 punkty",
      "25 punktów",
      "1,5 punktu",
    ]);
  });

  it("fall back to `other`", () => {
    const forms: Sentence = { other: "{count} points" };
    expect(fill(forms, { count: 1 }, "en")).toBe("1 points");
    expect(formOf({ one: "a", other: "b" }, undefined, "en")).toBe("b");
    expect(formOf({ one: "a", other: "b" }, "1", "en")).toBe("b");
  });

  it("are told from groups of sentences", () => {
    expect(isPlural({ one: "a", other: "b" })).toBe(true);
    expect(isPlural({ one: "a", many: "b" })).toBe(false);
    expect(isPlural({ title: "a", other: "b" })).toBe(false);
  });
});

describe("placeholders", () => {
  it("write numbers and lists as the language does", () => {
    const fields = { points: 12345.5, names: ["Ada", "Bruno", "Carla"] };
    expect(fill("{names}: {points}", fields, "en")).toBe("Ada, Bruno, and Carla: 12,345.5");
    expect(fill("{names}: {points}", fields, "it")).toBe("Ada, Bruno e Carla: 12.345,5");
  });

  it("leave strings alone, and stay without a field", () => {
    expect(fill("{table} {seat}", { table: "12345" }, "en")).toBe("12345 {seat}");
  });
});

describe("languages", () => {
  it("are the folders of the catalogues, English first", () => {
    expect(languages()[0]).toBe("en");
    expect(languages()).toContain("it");
  });

  it("have their own names, capitalised", () => {
    expect(["en", "it", "pl"].map(languageName)).toEqual(["English", "Italiano", "Polski"]);
  });

  it("are matched by region or without it", () => {
    expect(bestLanguage(["", "pl", "it-CH", "en"], ["en", "it"])).toBe("it");
    expect(bestLanguage(["pt-BR"], ["en", "pt", "pt-BR"])).toBe("pt-BR");
    expect(bestLanguage(["de"], ["en", "it"])).toBeUndefined();
  });

  it("fall back to English for a missing sentence", () => {
    expect(catalogue("xx")).toEqual(catalogue("en"));
  });
});
