import { expect, test } from "vitest";
import { XIANGQI } from "../backend/fixtures";
import type { Voice } from "./announce";
import { sayReading, type Readable } from "./board-query";

const english: Voice = { lang: "en", notation: "chinese", announce: "brief" };
const chinese: Voice = { ...english, lang: "zh-CN" };
const [start] = XIANGQI.positions;
const BOARD: Readable = {
  game: "xiangqi",
  placement: start?.placement ?? "",
  sideToMove: "first",
  destinations: start?.destinations ?? {},
  row: null,
  clocks: null,
};
const clocks = { left: { first: 61_000, second: 9_500 }, running: null };

test.each([
  [
    "attackers",
    "e2",
    BOARD,
    english,
    "Can move to e2: cannon on b2, elephant on c0, elephant on g0, cannon on h2.",
  ],
  ["attackers", "e5", BOARD, english, "No piece of the side to move can reach e5."],
  ["legal", "b0", BOARD, chinese, "从 b0 可到：a2、c2。"],
  ["legal", "e9", BOARD, english, "No legal move from e9."],
  [
    "legal",
    "b0",
    { ...BOARD, destinations: {} },
    english,
    "It is nobody’s turn here, so there are no moves to announce.",
  ],
  ["attackers", "e2", { ...BOARD, destinations: {} }, chinese, "现在不轮到任何一方走棋，没有可走位置可报。"],
  [
    "legal",
    "h8",
    { ...BOARD, game: "gomoku", destinations: { "": [] as string[] } },
    chinese,
    "现在不轮到任何一方走棋，没有可走位置可报。",
  ],
  [
    "pieces",
    "",
    { ...BOARD, placement: "4k4/9/9/9/9/9/9/9/9/3RK4" },
    english,
    "Red: chariot on d0, general on e0. Black: general on e9.",
  ],
  ["clocks", "", { ...BOARD, clocks }, english, "Red: 1 min 1 s. Black: 10 s."],
  ["clocks", "", BOARD, chinese, "不计时。"],
  ["last", "", BOARD, english, "No move has been played."],
  [
    "last",
    "",
    { ...BOARD, row: XIANGQI.rows[1] ?? null },
    english,
    "Last move: Black: horse eight to seven.",
  ],
] as const)("%s of %s", (reading, square, board, voice, told) => {
  expect(sayReading(reading, square, board, voice)).toBe(told);
});
