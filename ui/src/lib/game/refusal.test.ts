import { describe, expect, test } from "vitest";
import type { Refusal, Obstacle } from "../bindings";
import { sayError } from "./announce";
import { refusalOf } from "./refusal";

const piece = (part: Obstacle["part"], at: string, letter: string, file: number): Obstacle => ({
  part,
  points: [at],
  piece: letter,
  file,
});
const row = (part: Obstacle["part"], points: string): Obstacle => ({
  part,
  points: points.split(" "),
  piece: null,
  file: null,
});
const refused = (code: string, at: string | null, ...obstacles: Obstacle[]): Refusal => ({
  code,
  message: "",
  at,
  points: [],
  obstacles,
});

describe("what stands in the way is named", () => {
  test.each([
    [
      refused("blocked-leg", "c0", piece("leg", "c0", "B", 7)),
      "蹩马腿：七路相挡住。",
      "The horse’s leg is blocked by the elephant on c0.",
    ],
    [
      refused("blocked-leg", "g9", piece("leg", "g9", "b", 7)),
      "蹩马腿：7路象挡住。",
      "The horse’s leg is blocked by the elephant on g9.",
    ],
    [
      refused("blocked-eye", "e2", piece("eye", "e2", "C", 5)),
      "塞象眼：中路炮挡住。",
      "The elephant’s eye is blocked by the cannon on e2.",
    ],
    [
      refused("too-many-screens", "h6", piece("screen", "h4", "P", 2), piece("screen", "h6", "n", 2)),
      "炮只能隔一个子，这里隔着二路兵和二路马。",
      "A cannon jumps over exactly one piece; here the soldier on h4 and the horse on h6 are in between.",
    ],
    [
      refused("facing-generals", "e9", piece("general", "e0", "K", 5), piece("general", "e9", "k", 5)),
      "将帅不能照面：中路帅与中路将之间没有棋子。",
      "The general on e0 would face the general on e9 directly.",
    ],
    [
      refused("stays-in-check", "a0", piece("checker", "a0", "r", 9), piece("general", "e0", "K", 5)),
      "这样走没有解除九路车的将军。",
      "Your general would still be in check from the chariot on a0.",
    ],
    [
      refused("double-three", "h8", row("three", "g8 h8 i8"), row("three", "h7 h8 h9")),
      "三三禁手：黑方不能同时成两个活三。棋形：G8 H8 I8；H7 H8 H9。",
      "Double three: a foul for Black. Rows: G8 H8 I8; H7 H8 H9.",
    ],
    [refused("wrong-shape", "b3"), "这个棋子不能这样走。", "This piece cannot move like that."],
  ])("%#", (error, chinese, english) => {
    expect(sayError("zh-CN", error)).toBe(chinese);
    expect(sayError("en", error)).toBe(english);
  });

  test("a code that has no sentence of its own falls back on the code's", () => {
    const odd = refused("crosses-river", "c5", piece("way", "c5", "B", 7));
    expect(sayError("en", odd)).toBe("Elephants do not cross the river.");
  });
});

test("every piece in the way shows on the board once", () => {
  const error = refused(
    "facing-generals",
    "e9",
    piece("general", "e0", "K", 5),
    piece("general", "e9", "k", 5),
  );
  expect([refusalOf(error).at, refusalOf(error).points]).toEqual(["e9", ["e0"]]);
  const foul = { ...refused("double-three", "h8", row("three", "g8 h8 i8")), points: ["g8", "h8", "i8"] };
  expect(refusalOf(foul).points).toEqual(["g8", "i8"]);
});
