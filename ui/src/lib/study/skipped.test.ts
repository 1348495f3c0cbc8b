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

test("the place in a binary form is a byte, and not a line", async () => {
  await loadArea("errors", "en");
  const place = { kind: "byte", number: 48 } as const;
  expect(saySkipped("en", [{ ...VARIATION, place }])).toContain("Byte 48, move 7");
  expect(saySkipped("en", [{ ...UNCLOSED, place }])).toContain("Byte 48 was not read");
  expect(saySkipped("en", [VARIATION, UNCLOSED])).not.toContain("Byte");
});
