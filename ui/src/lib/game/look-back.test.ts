import { expect, test } from "vitest";
import { GOMOKU, XIANGQI, SETUPS, type Scripted } from "../backend/fixtures";
import type { CurrentGame } from "../bindings";
import { boardAt, sayLook } from "./look-back";

type Seen = Pick<CurrentGame, "setup" | "board" | "moves">;

/** The scripted game after its last move. */
function whole(script: Scripted): Seen {
  const board = script.positions.at(-1);
  if (!board) throw new Error("the script has positions");
  return { setup: SETUPS[script.game], board, moves: script.rows };
}

test("every earlier board is what core showed at that move", () => {
  for (const script of [XIANGQI, GOMOKU]) {
    const game = whole(script);
    for (const [ply, { placement, sideToMove, lastMove, check }] of script.positions.slice(0, -1).entries())
      expect(boardAt(game, ply), `${script.game} ${ply}`).toMatchObject({
        placement,
        sideToMove,
        lastMove,
        check,
        destinations: {},
      });
  }
});

test("a capture comes back when it is undone", () => {
  const [row] = XIANGQI.rows;
  if (!row) throw new Error("the script has moves");
  const placement = "4k4/9/9/9/9/4R4/9/9/9/4K4";
  const taking = { ...row, uci: "e2e4", from: "e2", to: "e4", capture: "p", check: true } as const;
  const board = { ...whole(XIANGQI).board, placement };
  const game = { setup: SETUPS.xiangqi, board, moves: [taking] };
  expect(boardAt(game, 0).placement).toBe("4k4/9/9/9/9/4p4/9/4R4/9/4K4");
  expect(boardAt(game, 1)).toMatchObject({ placement, sideToMove: "second", check: "e9" });
});

test("the move in view is named: rounds in Xiangqi, stones in Gomoku", () => {
  expect(sayLook("en", whole(XIANGQI), 3, "wxf")).toBe(
    `Looking at round 2 of ${Math.ceil(XIANGQI.rows.length / 2)}: ${XIANGQI.rows[2]?.wxf}`,
  );
  expect(sayLook("en", whole(GOMOKU), 3, "wxf")).toMatch(/^Looking at move 3 of \d+: /);
  expect(sayLook("zh-CN", whole(GOMOKU), 3, "chinese")).toBe(
    `回看第 3 手（共 ${GOMOKU.rows.length} 手）：G7`,
  );
  expect(sayLook("en", whole(GOMOKU), 0, "wxf")).toBe("Looking at the start");
});
