import { expect, test } from "vitest";
import { splitAtMoves } from "./move-text";

test("a move is a part of its own in every notation, with its number and sign", () => {
  expect(splitAtMoves("更好：马八进七 车2进6 前炮退二")).toEqual([
    "更好：",
    "马八进七",
    " ",
    "车2进6",
    " ",
    "前炮退二",
    "",
  ]);
  expect(splitAtMoves("红方：请找出比 4. 车九平四?? 更好的一着")).toEqual([
    "红方：请找出比 ",
    "4. 车九平四??",
    " 更好的一着",
  ]);
  expect(splitAtMoves("Refutation: C5-2 h2+3 P-1")).toEqual([
    "Refutation: ",
    "C5-2",
    " ",
    "h2+3",
    " ",
    "P-1",
    "",
  ]);
  expect(splitAtMoves("12… 炮８平５")).toEqual(["", "12… 炮８平５", ""]);
});

test("a Chinese name in a sentence of another script is a part of its own", () => {
  expect(splitAtMoves("Black mates in one: C1=5, double cannon (重炮).")).toEqual([
    "Black mates in one: ",
    "C1=5",
    ", double cannon ",
    "(重炮)",
    ".",
  ]);
});

test("a text without a move is one part", () => {
  expect(splitAtMoves("化解了：八路红炮被2路黑车捉，且无根。")).toEqual([
    "化解了：八路红炮被2路黑车捉，且无根。",
  ]);
  expect(splitAtMoves("A1 is far from all other stones.")).toEqual(["A1 is far from all other stones."]);
  expect(splitAtMoves("")).toEqual([""]);
});
