import { describe, expect, it } from "vitest";
import { isFiltered, NONE, parameters } from "./filters";

describe("the filters of my games", () => {
  it("ask for everything at first", () => {
    expect(isFiltered(NONE)).toBe(false);
    expect(Object.values(parameters(NONE)).filter((value) => value !== undefined)).toEqual([]);
  });

  it("leave out blanks around a name", () => {
    expect(parameters({ ...NONE, opponent: "  Ada " }).opponent).toBe("Ada");
    expect(isFiltered({ ...NONE, opponent: "  " })).toBe(false);
  });

  it("include the last day", () => {
    const { since, until } = parameters({ ...NONE, since: "2026-02-28", until: "2026-02-28" });
    expect(since).toBe(new Date(2026, 1, 28).getTime());
    expect(until).toBe(new Date(2026, 2, 1).getTime());
  });
});
