import { describe, expect, test } from "vitest";
import type { DeskEvent, Player, CurrentGame } from "../bindings";
import { MemoryBackend, SETUPS } from "../backend/memory";
import {
  adopt,
  drawToAnswer,
  EMPTY_VIEW,
  hintOnBoard,
  humanSide,
  isBehind,
  isFlipped,
  isTicking,
  nextHint,
  reduce,
  seatOf,
  refuse,
  type View,
} from "./reduce";
import { NO_COACH } from "./players";

const human: Player = { kind: "human", name: "" };
const engine: Player = { kind: "engine", level: 2 };
const snapshot = await new MemoryBackend().newGame({
  setup: SETUPS.xiangqi,
  first: human,
  second: engine,
  clock: { kind: "none" },
  coach: NO_COACH,
});
const update = (seq: number, change: Partial<CurrentGame> = {}, events: DeskEvent[] = []) => ({
  seq,
  events,
  game: { ...snapshot, ...change },
});
const hint = { mv: "h2e2", from: "h2", to: "e2", line: [], reasons: [] };

describe("reduce", () => {
  test("takes updates in order and drops what comes late", () => {
    const second = reduce(reduce(EMPTY_VIEW, update(1), 10), update(2, { ply: 1 }), 20);
    expect([second.seq, second.snapshot?.ply, second.receivedAtMs]).toEqual([2, 1, 20]);
    expect(reduce(second, update(1, { ply: 0 }), 30)).toBe(second);
    expect(reduce(second, update(2, { ply: 5 }), 30)).toBe(second);
    // A gap does not delay the update, which has the whole position.
    expect(reduce(second, update(9, { ply: 4 }), 30).snapshot?.ply).toBe(4);
  });

  test("puts the moves that an update brings behind those that are known", () => {
    const row = (uci: string) => ({
      uci,
      chinese: uci,
      traditional: uci,
      wxf: uci,
      vietnamese: uci,
      iccs: uci,
      from: uci.slice(0, 2),
      to: uci.slice(2),
      side: "first" as const,
      piece: null,
      capture: null,
      check: false,
    });
    const moves = (view: View) => view.snapshot?.moves.map((move) => move.uci).join(" ");
    let view = reduce(EMPTY_VIEW, update(1, { movesFrom: 0, moves: [row("a"), row("b")], ply: 2 }), 0);
    view = reduce(view, update(2, { movesFrom: 2, moves: [row("c")], ply: 3 }), 0);
    expect(moves(view)).toBe("a b c");
    view = reduce(view, update(3, { movesFrom: 1, moves: [row("d")], ply: 2 }), 0);
    expect(moves(view)).toBe("a d");
    // Nothing new: the moves stay.
    expect(moves(reduce(view, update(4, { movesFrom: 2, moves: [] }), 0))).toBe("a d");
    // Another game's moves are never mixed in.
    expect(moves(reduce(view, update(4, { uid: "other", movesFrom: 0, moves: [row("x")] }), 0))).toBe("x");
    const late = update(9, { movesFrom: 5, moves: [row("e")], ply: 6 });
    expect([isBehind(view, late), isBehind(view, update(4, { movesFrom: 2 }))]).toEqual([true, false]);
    expect(isBehind(view, update(4, { uid: "other", movesFrom: 1 }))).toBe(true);
  });

  test("forgets a refusal when the position changes, and only then", () => {
    const refused = refuse(reduce(EMPTY_VIEW, update(1), 0), {
      code: "blocked-leg",
      message: "",
      at: "c0",
      points: [],
      obstacles: [],
    });
    expect(refused.refusal?.at).toBe("c0");
    expect(reduce(refused, update(2), 0).refusal?.code).toBe("blocked-leg");
    expect(reduce(refused, update(2, { ply: 1 }), 0).refusal).toBeNull();
    expect(reduce(refused, update(2, { uid: "other" }), 0).refusal).toBeNull();
  });

  test("remembers who declined a draw until the next move", () => {
    const declined = reduce(EMPTY_VIEW, update(1, {}, [{ kind: "drawDeclined", by: "second" }]), 0);
    expect(declined.drawDeclinedBy).toBe("second");
    expect(reduce(declined, update(2, { ply: 1 }), 0).drawDeclinedBy).toBeNull();
  });
});

describe("hint", () => {
  test("shows the piece, then the move, then the line, and no more", () => {
    let view: View = adopt(EMPTY_VIEW, { ...snapshot, hint }, 0);
    expect(hintOnBoard(view)).toBeNull();
    view = nextHint(view);
    expect(hintOnBoard(view)).toEqual({ from: "h2", to: null });
    view = nextHint(view);
    expect(hintOnBoard(view)).toEqual({ from: "h2", to: "e2" });
    view = nextHint(nextHint(view));
    expect(view.hintStage).toBe(3);
    expect(adopt(view, { ...snapshot, ply: 1 }, 0).hintStage).toBe(0);
  });

  test("a first Gomoku hint puts nothing on the board", () => {
    const view = nextHint(
      adopt(EMPTY_VIEW, { ...snapshot, setup: SETUPS.gomoku, hint: { ...hint, from: null, to: "h8" } }, 0),
    );
    expect(hintOnBoard(view)).toBeNull();
    expect(hintOnBoard(nextHint(view))).toEqual({ from: null, to: "h8" });
  });
});

describe("sides", () => {
  test("only a lone person has a side of their own", () => {
    expect(humanSide({ first: human, second: engine })).toBe("first");
    expect(humanSide({ first: engine, second: human })).toBe("second");
    expect(humanSide({ first: human, second: human })).toBeNull();
    expect(humanSide({ first: engine, second: engine })).toBeNull();
  });

  test("the one person at the board sits at the bottom, with either colour of either game", () => {
    const xiangqi = { setup: { game: "xiangqi" as const }, first: engine, second: human };
    const gomoku = { setup: { game: "gomoku" as const }, first: engine, second: human };
    expect([seatOf(xiangqi, false), isFlipped(xiangqi, false)]).toEqual(["second", true]);
    expect([seatOf(gomoku, false), isFlipped(gomoku, false)]).toEqual(["second", false]);
    // A swap in an opening swaps the person, too.
    expect(seatOf({ first: human, second: engine }, false)).toBe("first");
    expect(seatOf({ first: human, second: human }, false)).toBe("first");
  });

  test("a board is turned by hand, and its seats with it", () => {
    const own = { setup: { game: "xiangqi" as const }, first: human, second: engine };
    expect([seatOf(own, true), isFlipped(own, true)]).toEqual(["second", true]);
    expect(isFlipped({ ...own, setup: { game: "gomoku" } }, true)).toBe(true);
  });

  test("a draw is answered by a person, never by the one who offered", () => {
    const friends = { ...snapshot, second: human, drawOffer: "first" as const };
    expect(drawToAnswer(friends)).toBe("second");
    expect(drawToAnswer({ ...friends, second: engine })).toBeNull();
    expect(
      drawToAnswer({
        ...friends,
        board: { ...friends.board, outcome: { winner: null, reason: "agreement" } },
      }),
    ).toBeNull();
    expect(drawToAnswer(snapshot)).toBeNull();
  });
});

test("nothing ticks unless a clock runs or an engine thinks", () => {
  const clocks = { left: { first: 1000, second: 1000 }, running: "first" as const };
  expect(isTicking(null)).toBe(false);
  expect(isTicking(snapshot)).toBe(false);
  expect(isTicking({ ...snapshot, clocks })).toBe(true);
  expect(isTicking({ ...snapshot, clocks: { ...clocks, running: null } })).toBe(false);
  expect(isTicking({ ...snapshot, thinking: { side: "second", elapsed: 0 } })).toBe(true);
  expect(
    isTicking({
      ...snapshot,
      clocks,
      board: { ...snapshot.board, outcome: { winner: "first", reason: "time" } },
    }),
  ).toBe(false);
});
