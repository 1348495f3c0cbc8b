import { expect, test } from "vitest";
import { Name, readingsOf } from "./match";

test.each([
  ["Theme: Dark", "dark", true],
  ["Theme: Dark", "dar th", true],
  ["Tiếng Việt", "tieng viet", true],
  ["Đổi bên", "doi ben", true],
  ["Settings", "setings", true],
  ["Settings", "settinsg", true],
  ["Settings", "sottongs", false],
  ["Theme: Dark", "drk", false],
  ["设置", "shezhi", true],
  ["设置", "sz", true],
  ["设置", "she", true],
  ["設定", "sheding", true],
  ["中炮横车", "hengju", true],
  ["中炮横车", "zphj", true],
  ["输入着法", "shuruzhaofa", true],
  ["重做", "chongzuo", true],
  ["重做", "cz", true],
  ["长将", "changjiang", true],
  ["规律", "guilv", true],
  ["规律", "guilü", true],
  ["设置", "zs", false],
  ["设置", "szhi", false],
  ["设置", "ezhi", false],
  ["主题：深色", "shense", true],
  ["主题：深色", "ts", false],
  ["主题：深色", "tishen", false],
])("%s is found by %s: %s", (name, typed, found) => {
  expect(new Name(name).distance(typed) !== null).toBe(found);
});

test("the beginning of a name is nearer than a word in it, and that than a synonym's part", () => {
  const near = (name: string, also = "") => new Name(name, also).distance("open") ?? Infinity;
  expect(near("Open a record")).toBeLessThan(near("Do open"));
  expect(near("Do open")).toBeLessThan(near("Import", "reopened"));
});

const TEXTS = import.meta.glob<Record<string, string>>("../i18n/zh-*/*.json", {
  eager: true,
  import: "default",
});

test("every Chinese character of the window has its pinyin; scripts/pinyin writes those that lack it", () => {
  const letters = new Set(Object.values(TEXTS).flatMap((texts) => [...Object.values(texts).join("")]));
  const isLacking = (letter: string) => readingsOf(letter)[0]?.includes(letter);
  const lacking = [...letters].filter((letter) => /[\u4e00-\u9fff]/.test(letter) && isLacking(letter));
  expect(lacking.join("")).toBe("");
});
