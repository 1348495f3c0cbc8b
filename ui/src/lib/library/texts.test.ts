import { describe, expect, test } from "vitest";
import { facetName, recordDate } from "./texts";

describe("an impossible date has no name and stops no list", () => {
  test.each(["9999.99.99", "999999999", "99999999.01", "1.1.1", "x", ""])(
    "the date of a record: %s",
    (date) => {
      expect(() => recordDate("en", date)).not.toThrow();
    },
  );

  test.each(["2026-99", "99999", "x", ""])("a facet: %s", (value) => {
    expect(facetName("en", "date", value, null)).toBe("");
  });

  test("a possible one has", () => {
    expect(recordDate("en", "2026.11.21")).toBe("Nov 21, 2026");
    expect(facetName("en", "date", "2026-11", null)).toBe("November 2026");
  });
});
