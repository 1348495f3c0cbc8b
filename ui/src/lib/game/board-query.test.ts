import { expect, test } from "vitest";
import { XIANGQI } from "../backend/fixtures";
import type { Voice } from "./announce";
import { sayReading, type Readable } from "./board-query";

const english: Voice = { lang: "en", notation: "chinese", announce: "brief" };
const coordinates: Voice = { ...english, notation: "uci" };
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
const clocks = { first: { ms: 61_000, periods: null }, second: { ms: 9_500, periods: null } };
const periods = { first: { ms: 29_500, periods: 3 }, second: { ms: 9_500, periods: 1 } };

test.each([
  [
    "attackers",
    "e2",
    BOARD,
    coordinates,
    "No piece attacks e2. Can move to e2: cannon on b2, elephant on c0, elephant on g0, cannon on h2.",
  ],
  ["attackers", "e5", BOARD, coordinates, "No piece attacks e5. No piece of the side to move can reach e5."],
  ["legal", "b0", BOARD, chinese, "从马八路第一行可到：九路第三行、七路第三行。"],
  ["legal", "e9", BOARD, english, "No legal move from file five rank one."],
  [
    "legal",
    "b0",
    { ...BOARD, destinations: {} },
    english,
    "It is nobody’s turn here, so there are no moves to announce.",
  ],
  ["attackers", "e2", { ...BOARD, destinations: {} }, chinese, "没有棋子攻击五路第三行。"],
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
    "Red: chariot on file six rank one, general on file five rank one. Black: general on file five rank one.",
  ],
  ["clocks", "", { ...BOARD, clocks }, english, "Red: 1 min 1 s. Black: 10 s."],
  [
    "clocks",
    "",
    { ...BOARD, clocks: periods },
    english,
    "Red: 30 s, 3 periods left. Black: 10 s, 1 period left.",
  ],
  [
    "clocks",
    "",
    { ...BOARD, clocks: periods },
    chinese,
    "红方，30 秒，还有 3 次读秒；黑方，10 秒，还有 1 次读秒。",
  ],
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
  expect(sayReading(reading, square, board, voice, [])).toBe(told);
});

test("a piece is told by its attackers and its guards, each with the files of its side", () => {
  const attacking = [
    { piece: "C", at: "h2" },
    { piece: "r", at: "i9" },
  ];
  expect(sayReading("attackers", "h9", BOARD, english, attacking)).toBe(
    "Red attacks horse on file eight rank one: cannon on file two rank three. " +
      "Black protects horse on file eight rank one: chariot on file nine rank one.",
  );
  expect(sayReading("attackers", "h9", BOARD, coordinates, attacking)).toBe(
    "Red attacks horse on h9: cannon on h2. Black protects horse on h9: chariot on i9.",
  );
});
