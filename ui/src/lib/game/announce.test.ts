import { describe, expect, test } from "vitest";
import type { MoveRow, CurrentGame, Update } from "../bindings";
import { GOMOKU, XIANGQI } from "../backend/fixtures";
import { MemoryBackend, SETUPS } from "../backend/memory";
import en from "../i18n/en";
import errors from "../i18n/en/errors.json";
import { LANGS } from "../i18n/lang";
import { announcements, sayError, sayMove, sayReason, soundOf, type Voice } from "./announce";
import { NO_COACH } from "./players";

const english: Voice = { lang: "en", notation: "chinese", announce: "brief" };
const chinese: Voice = { lang: "zh-CN", notation: "chinese", announce: "brief" };
const full = (voice: Voice): Voice => ({ ...voice, announce: "full" });
const row = (change: Partial<MoveRow>): MoveRow => ({
  uci: "h9g7",
  chinese: "马8进7",
  traditional: "馬8進7",
  wxf: "H8+7",
  vietnamese: "M8.7",
  iccs: "H9-G7",
  from: "h9",
  to: "g7",
  side: "second",
  piece: "n",
  capture: null,
  check: false,
  ...change,
});

describe("a move aloud", () => {
  test("a whole Xiangqi game in English", () => {
    expect(XIANGQI.rows.map((move) => sayMove(move, "xiangqi", full(english)))).toEqual([
      "Red: cannon two to five.",
      "Black: horse eight to seven.",
      "Red: horse two to three.",
      "Black: chariot nine to eight.",
      "Red: chariot one to two.",
      "Black: horse two to three.",
      "Red: soldier seven forward one.",
      "Black: soldier seven forward one.",
      "Red: soldier three forward one.",
      "Black: soldier seven forward one. Takes soldier.",
      "Red: chariot two forward four.",
      "Black: soldier three forward one.",
      "Red: chariot two to three. Takes soldier.",
      "Black: soldier three forward one. Takes soldier.",
    ]);
  });

  test("the same game in Chinese", () => {
    expect(XIANGQI.rows.slice(0, 4).map((move) => sayMove(move, "xiangqi", chinese))).toEqual([
      "红炮二平五。",
      "黑马８进７。",
      "红马二进三。",
      "黑车９平８。",
    ]);
    expect(sayMove(XIANGQI.rows[9] as MoveRow, "xiangqi", full(chinese))).toBe("黑卒７进１，吃兵。");
  });

  test("check follows the move", () => {
    expect(sayMove(row({ check: true }), "xiangqi", english)).toBe("Black: horse eight to seven. Check.");
    expect(sayMove(row({ check: true }), "xiangqi", chinese)).toBe("黑马８进７，将军。");
  });

  test("notation follows the setting", () => {
    expect(sayMove(row({}), "xiangqi", { ...english, notation: "uci" })).toBe("Black: horse h9 to g7.");
    expect(sayMove(row({}), "xiangqi", { ...chinese, notation: "iccs" })).toBe("黑马 h9 到 g7。");
    expect(sayMove(row({}), "xiangqi", { ...chinese, notation: "traditional" })).toBe("黑馬８進７。");
  });

  test("retreats, tandems, and soldiers that share files", () => {
    expect(sayMove(row({ wxf: "H7-8" }), "xiangqi", english)).toBe("Black: horse seven back to eight.");
    expect(sayMove(row({ wxf: "R1-3" }), "xiangqi", english)).toBe("Black: chariot one back three.");
    expect(sayMove(row({ wxf: "+H-6" }), "xiangqi", english)).toBe("Black: front horse back to six.");
    expect(sayMove(row({ wxf: "C-.4" }), "xiangqi", english)).toBe("Black: rear cannon to four.");
    const soldier = row({ wxf: "15=6", piece: "P", from: "e8", to: "d8", side: "first" });
    expect(sayMove(soldier, "xiangqi", english)).toBe("Red: soldier e8 to d8.");
    const vietnamese: Voice = { ...english, lang: "vi", notation: "vietnamese" };
    expect(sayMove(soldier, "xiangqi", vietnamese)).toBe("Đỏ: Tốt e8 đến d8.");
  });

  test("Gomoku names the point", () => {
    expect(GOMOKU.rows.slice(0, 2).map((move) => sayMove(move, "gomoku", english))).toEqual([
      "Black: H8.",
      "White: H9.",
    ]);
    expect(sayMove(GOMOKU.rows[1] as MoveRow, "gomoku", chinese)).toBe("白：H9。");
  });
});

describe("an update aloud", async () => {
  const human = { kind: "human" as const, name: "" };
  const engine = { kind: "engine" as const, level: 1 };
  const base = await new MemoryBackend().newGame({
    setup: SETUPS.xiangqi,
    first: human,
    second: engine,
    clock: { kind: "none" },
    coach: NO_COACH,
  });
  const update = (events: Update["events"], change: Partial<CurrentGame> = {}): Update => ({
    seq: 1,
    events,
    game: { ...base, ...change },
  });

  test("results are urgent and carry the reason; moves are not", () => {
    const outcome = { winner: "first" as const, reason: "stalemate" };
    const said = announcements(
      update(
        [
          { kind: "moved", row: row({}), ply: 2 },
          { kind: "ended", outcome },
        ],
        { board: { ...base.board, outcome } },
      ),
      chinese,
    );
    expect(said).toEqual([
      { text: "黑马８进７。", urgent: false },
      { text: "你赢了。黑方被困毙（无子可动）。", urgent: true },
    ]);
    expect(sayReason("en", "gomoku", { winner: "second", reason: "forbidden" })).toBe(
      "Black played a forbidden move.",
    );
    expect(sayReason("en", "xiangqi", { winner: null, reason: "something-new" })).toBe("something-new");
  });

  test("the turn is named only when asked for in full, and only to the lone player", () => {
    const moved = update([{ kind: "moved", row: row({}), ply: 2 }]);
    expect(announcements(moved, full(english))[0]?.text).toBe("Black: horse eight to seven. Your move.");
    expect(announcements(moved, english)[0]?.text).toBe("Black: horse eight to seven.");
    expect(announcements({ ...moved, game: { ...base, second: human } }, full(english))[0]?.text).toBe(
      "Black: horse eight to seven.",
    );
  });

  test("who moves first is said at the start alone; a resumed game says whose turn it is", () => {
    const black = { board: { ...base.board, sideToMove: "second" as const } };
    const said = (kind: "started" | "resumed", lang: Voice["lang"]) =>
      announcements(update([{ kind }], black), { ...english, lang })[0]?.text;
    expect(LANGS.map((lang) => said("started", lang))).toEqual([
      "象棋，黑方先行。",
      "象棋，黑方先行。",
      "Xiangqi. Black to move.",
      "Cờ tướng. Đen đi trước.",
    ]);
    expect(LANGS.map((lang) => said("resumed", lang))).toEqual([
      "象棋，轮到黑方。",
      "象棋，輪到黑方。",
      "Xiangqi. Black to move.",
      "Cờ tướng. Đến lượt Đen.",
    ]);
  });

  test("one sound at a time, the weightiest", () => {
    const moved = (change: Partial<MoveRow>) => update([{ kind: "moved", row: row(change), ply: 2 }]);
    expect(soundOf(moved({}))).toBe("place");
    expect(soundOf(moved({ capture: "P" }))).toBe("capture");
    expect(soundOf(moved({ capture: "P", check: true }))).toBe("check");
    expect(soundOf({ ...moved({}), game: { ...base, setup: SETUPS.gomoku } })).toBe("stone");
    expect(
      soundOf(
        update([
          { kind: "moved", row: row({}), ply: 2 },
          { kind: "ended", outcome: { winner: null, reason: "time" } },
        ]),
      ),
    ).toBe("end");
    expect(soundOf(update([{ kind: "hint" }]))).toBeNull();
  });
});

test("errors are sentences by code; an unknown code keeps the English message", () => {
  expect(sayError("zh-CN", { code: "blocked-leg", message: "x" })).toBe(`蹩马腿，马过不去。`);
  expect(sayError("en", { code: "blocked-leg", message: "x" })).toBe(errors["code.blocked-leg"]);
  expect(sayError("zh-CN", { code: "from-the-future", message: "A new trouble." })).toBe("A new trouble.");
  expect(sayError("en", { code: "from-the-future", message: "" })).toBe(en["trouble.unknown"]);
  const tooMany = (at: string) => ({ code: "too-many", message: "x", at });
  expect(sayError("zh-CN", tooMany("R"))).toBe("这个局面里同一种棋子太多：红车。");
  expect(sayError("en", tooMany("r"))).toBe(
    "This position has too many pieces of one kind: the black chariot.",
  );
});

test("a take-back of two moves is announced once", () => {
  const [first, second] = GOMOKU.rows as [MoveRow, MoveRow];
  const game = { setup: SETUPS.gomoku, deciding: null, can: { play: false } } as unknown as CurrentGame;
  const events = [second, first].map((undone) => ({ kind: "undone", row: undone }));
  const update = { seq: 1, events, game } as unknown as Update;
  expect(announcements(update, english)).toEqual([{ text: en["play.undone"], urgent: false }]);
  expect(announcements(update, { ...english, lang: "vi" })[0]?.text).toBe("Đã đi lại.");
});
