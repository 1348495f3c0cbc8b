import { describe, expect, test, vi } from "vitest";
import { LANGS, levelCharacter, levelName, resolveLang, say, type Key } from "./text";
import {
  BOARD_CODES,
  GUEST_CODES,
  HOST_CODES,
  PROBE_CODES,
  REASONS,
  SESSION_CODES,
  SETUP_CODES,
} from "../bindings";
import { en } from "./en";
import { labEn, type LabKey } from "./lab-en";
import { labZh } from "./lab-zh";
import { zh } from "./zh";

const keys = Object.keys(en) as Key[];
const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

describe("parity", () => {
  test("both languages have the same keys, in the same order", () => {
    expect(Object.keys(zh)).toEqual(keys);
  });

  test.each(keys)("%s is written and takes the same values in both", (key) => {
    expect(zh[key].trim()).not.toBe("");
    expect(en[key].trim()).not.toBe("");
    expect(holes(zh[key])).toEqual(holes(en[key]));
  });
});

describe("the words of the laboratory", () => {
  const keys = Object.keys(labEn) as LabKey[];

  test("both languages have the same keys, in the same order", () => {
    expect(Object.keys(labZh)).toEqual(keys);
  });

  test.each(keys)("%s is written and takes the same values in both", (key) => {
    expect(labZh[key].trim()).not.toBe("");
    expect(labEn[key].trim()).not.toBe("");
    expect(holes(labZh[key])).toEqual(holes(labEn[key]));
  });
});

const CODES = [...BOARD_CODES, ...SETUP_CODES, ...SESSION_CODES, ...HOST_CODES, ...GUEST_CODES];

test("every code and reason is a sentence in both languages", () => {
  for (const lang of LANGS) {
    for (const code of CODES) expect(say(lang, `code.${code}` as Key), code).toMatch(/[.。]$/);
    for (const code of PROBE_CODES) expect(say(lang, `probe.${code}` as Key), code).toMatch(/[.。]$/);
    for (const reason of REASONS) expect(say(lang, `reason.${reason}` as Key), reason).toMatch(/[.。]$/);
  }
});

test("nothing is said in a language before it is loaded", async () => {
  vi.resetModules();
  const { loadLang, say: fresh } = await import("./text");
  expect(fresh("en", "nav.home")).toBe("");
  await loadLang("en");
  expect([fresh("en", "nav.home"), fresh("zh-CN", "nav.home")]).toEqual(["Home", ""]);
});

test("values are filled in; a value that is missing stays visible", () => {
  expect(say("en", "library.count", { n: 3 })).toBe("3 games");
  expect(say("en", "library.count")).toBe("{n} games");
});

test("levels have their names", () => {
  expect(levelName("zh-CN", "xiangqi", 2)).toBe("棋童");
  expect(levelName("en", "gomoku", 5)).toBe("Meijin");
  expect(levelName("en", "gomoku", 99)).toBe("Meijin");
  expect(levelName("en", "tictactoe", 5)).toBe("Perfect");
  expect(levelName("en", "tictactoe", 2)).toBe("Newcomer");
  expect(levelCharacter("en", "xiangqi", 5)).toBe("Plays at full strength.");
});

test("the system's language decides only when it is asked to", () => {
  expect(resolveLang("system", ["zh-TW", "en"])).toBe("zh-CN");
  expect(resolveLang("system", ["de", "zh"])).toBe("en");
  expect(resolveLang("system", [])).toBe("en");
  expect(resolveLang("en", ["zh-CN"])).toBe("en");
});
