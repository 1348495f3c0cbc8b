import { expect, test } from "vitest";
import type { Refusal, SkippedPart } from "../bindings";
import { LANGS } from "../i18n/lang";
import { loadArea } from "../i18n/text";
import { saySkipped } from "./skipped";

const why: Refusal = {
  code: "unreadable-move",
  message: "this could not be read",
  at: null,
  points: [],
  obstacles: [],
};
const line = (number: number) => ({ kind: "line", number }) as const;
const VARIATION: SkippedPart = { kind: "move", place: line(3), ply: 7, written: "车九平十", why };
const UNCLOSED: SkippedPart = { kind: "other", place: line(9), message: "a ')' closes nothing" };

test.each(LANGS)("in %s nothing of a skipped part is in another language", async (lang) => {
  await loadArea("errors", lang);
  const text = saySkipped(lang, [VARIATION, UNCLOSED, { kind: "rest", shown: 500 }]);
  for (const part of ["车九平十", "3", "7", "9", "500"]) expect(text).toContain(part);
  expect(text.includes("could not") || text.includes("closes")).toBe(lang === "en");
  expect(saySkipped(lang, [{ kind: "record" }])).not.toContain("unread");
  expect(saySkipped(lang, [])).toBe("");
});

test("parts that were not read are one sentence, and what is not shown has its own", async () => {
  await loadArea("errors", "en");
  await loadArea("errors", "zh-CN");
  const rest: SkippedPart = { kind: "rest", shown: 500 };
  expect(saySkipped("en", [VARIATION, UNCLOSED, rest])).toBe(
    "Skipped: Line 3, move 7, “车九平十”: That is not a move Duiyi understands; " +
      "Line 9 was not read: a ')' closes nothing. " +
      "Moves after the first 500 are not shown. The record is kept whole.",
  );
  expect(saySkipped("zh-CN", [VARIATION, UNCLOSED, rest])).toBe(
    "略过：第 3 行第 7 着“车九平十”：无法识别这一着；第 9 行有内容没有读入。只显示前 500 着，棋谱完整保留。",
  );
  expect(saySkipped("en", [{ kind: "record" }])).toMatch(/^Nothing but the moves of the game/);
});

test("the place in a binary form is a byte, and not a line", async () => {
  await loadArea("errors", "en");
  const place = { kind: "byte", number: 48 } as const;
  expect(saySkipped("en", [{ ...VARIATION, place }])).toContain("Byte 48, move 7");
  expect(saySkipped("en", [{ ...UNCLOSED, place }])).toContain("Byte 48 was not read");
  expect(saySkipped("en", [VARIATION, UNCLOSED])).not.toContain("Byte");
});
