import { expect, test } from "vitest";
import { classicName } from "./names";
import { sayFinding } from "./texts";

test("manuals, volumes and authors have the characters and brackets of the language", () => {
  const shown = (name: string) => (["zh-CN", "zh-TW", "en"] as const).map((lang) => classicName(lang, name));
  expect(shown("韬略元机(残局)")).toEqual(["韬略元机（残局）", "韜略元機（殘局）", "韬略元机（残局）"]);
  expect(shown("适情雅趣")).toEqual(["适情雅趣", "適情雅趣", "适情雅趣"]);
  expect(shown("于国柱")[1]).toBe("于國柱");
  expect(shown("屏风马破当头炮")[1]).toBe("屏風馬破當頭炮");
});

test("an evaluation has the decimal mark of the language", () => {
  const finding = { kind: "score", cp: 120 } as const;
  expect(sayFinding("en", finding)).toBe("the engine puts Red 1.2 ahead");
  expect(sayFinding("vi", finding)).toBe("máy cho Đỏ hơn 1,2");
});
