// The classics of the test backend: three compositions and a game of two manuals.
import type { ClassicRemarks, ClassicRow, ClassicView, ClassicsList } from "../bindings";
import { SETUPS, XIANGQI, boardOf } from "./fixtures";
import { refused } from "./memory-shell";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

const row = (values: Partial<ClassicRow>): ClassicRow => ({
  manual: 0,
  volume: "卷一",
  number: "1",
  title: "气吞关右",
  isGame: false,
  verdict: "sound",
  isProved: true,
  isSolvable: true,
  mate: "horseCannon",
  ...values,
});

const ROWS: ClassicRow[] = [
  row({}),
  row({ number: "2", title: "马蹀阏氏", verdict: "anotherWins", isProved: false, mate: null }),
  row({
    number: "3",
    title: "七星聚会",
    verdict: "missedDefence",
    isProved: false,
    isSolvable: false,
    mate: null,
  }),
  row({
    manual: 1,
    volume: "卷上",
    number: "",
    title: "顺炮",
    isGame: true,
    verdict: null,
    isProved: false,
    isSolvable: false,
    mate: null,
  }),
];

export class MemoryClassics {
  /** The remarks of the last study. */
  remarks: ClassicRemarks | null = null;

  list(): ClassicsList {
    return {
      judgedBy: "0.1.0 200000",
      manuals: [
        { title: "适情雅趣", author: "徐芝", date: "1570" },
        { title: "橘中秘(全局)", author: "朱晋桢", date: "ming" },
      ],
      rows: ROWS,
    };
  }

  view(index: number): ClassicView {
    const one = ROWS[index];
    if (!one) throw refused("no-classic");
    const line = XIANGQI.rows.slice(0, 5);
    const mate = { kind: "mate", winner: "first", moves: 2 } as const;
    return {
      setup: SETUPS.xiangqi,
      board: boardOf(START, "first"),
      side: "first",
      winner: one.isGame ? null : "first",
      isDraw: false,
      mates: null,
      line,
      isCut: false,
      variations: one.isGame ? 2 : 0,
      agreement: "agree",
      start: one.isProved ? { kind: "proved", winner: "first", moves: 3 } : { kind: "score", cp: 640 },
      first: mate,
      end: { kind: "score", cp: -20 },
      other: one.verdict === "anotherWins" ? (line[2] ?? null) : null,
      otherFinding: one.verdict === "anotherWins" ? mate : null,
      better:
        one.verdict === "missedDefence" || one.isGame
          ? { after: 1, line: line.slice(1, 3), finding: { kind: "score", cp: 0 } }
          : null,
    };
  }
}
