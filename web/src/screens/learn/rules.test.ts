import { describe, expect, it } from "vitest";
import { folded, stem } from "./rules";

describe("searching the rules", () => {
  it("does not mind accents and capitals, and keeps places", () => {
    expect(folded("Siccità È")).toBe("siccita e");
    expect(folded("Palazzi").length).toBe("Palazzi".length);
  });

  it("finds the singular and the plural by each other", () => {
    expect(stem("crowns")).toBe(stem("crown"));
    expect(stem("corona")).toBe(stem("corone"));
    expect(stem("palaces")).toBe(stem("palace"));
    expect(stem("rice")).toBe("rice");
  });
});
