import { describe, expect, it } from "vitest";
import { folded, stem } from "./rules";

describe("searching the rules", () => {
  it("ignores accents and case, and keeps offsets", () => {
    expect(folded("Siccità È")).toBe("siccita e");
    expect(folded("Palazzi").length).toBe("Palazzi".length);
  });

  it("finds the plural by the singular and vice versa", () => {
    expect(stem("crowns")).toBe(stem("crown"));
    expect(stem("corona")).toBe(stem("corone"));
    expect(stem("palaces")).toBe(stem("palace"));
    expect(stem("rice")).toBe("rice");
  });
});
