import { describe, expect, test } from "vitest";
import { LANGS, loadLang } from "../i18n/text";
import { facetHint, facetName, recordDate } from "./texts";

test("where games of several kinds are listed, a result names no colour, and its tooltip the colour of each game", async () => {
  for (const lang of LANGS) await loadLang(lang);
  expect(facetName("en", "result", "*", null)).toBe("No result");
  expect(facetName("en", "result", "1-0", null)).toBe("First to move won");
  expect(facetHint("en", "result", "1-0", null)).toBe("Xiangqi: Red, Gomoku: Black, Tic-tac-toe: X");
  expect(facetHint("zh-CN", "result", "0-1", null)).toBe("象棋：黑方、五子棋：白方、井字棋：圈方");
  expect(facetHint("en", "result", "1-0", "xiangqi")).toBe("Red won");
});

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
