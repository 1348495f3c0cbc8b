// The review of the test backend: in every game the third move is a blunder and the sixth an inaccuracy.
import type {
  MoveRow,
  OpenedStudy,
  ReviewedMove,
  ReviewLabel,
  ReviewReport,
  Side,
  SideReport,
  TriedMove,
} from "../bindings";
import { boardOf, pointsOf } from "./fixtures";
import { lineThrough, START } from "../study/tree";

/** The loss of each move, by its number. */
const LOSSES: Record<number, number> = { 3: 0.42, 6: 0.07 };

/** The better move. */
const better = (row: MoveRow): MoveRow => {
  const uci = row.uci.length > 3 ? "a0a1" : "a1";
  return {
    ...row,
    uci,
    ...pointsOf(uci.length > 2 ? "xiangqi" : "gomoku", uci),
    chinese: "车九进一",
    traditional: "車九進一",
    wxf: "R9+1",
    vietnamese: "X9.1",
    iccs: "A0-A1",
  };
};

export function reviewed({ nodes }: OpenedStudy): ReviewReport {
  const line = lineThrough(new Map(nodes.map((node) => [node.id, node])), START);
  const rows = line.flatMap(({ id, row }) => (row ? [{ id, row }] : []));
  let chance = 0.5;
  const moves = rows.map(({ id, row }, index): ReviewedMove => {
    const ply = index + 1;
    const loss = LOSSES[ply] ?? 0;
    chance += row.side === "first" ? -loss : loss;
    return {
      ply,
      node: id,
      side: row.side,
      chance,
      loss,
      label: loss > 0.2 ? "blunder" : loss > 0 ? "inaccuracy" : null,
      forced: loss > 0.2 ? { kind: "allowed", moves: 2, isMate: true } : null,
      why: [],
      repetition: null,
      betterRepetition: null,
      best: loss > 0 ? [better(row)] : [],
      answer: loss > 0 ? rows.slice(index + 1, index + 2).map((next) => next.row) : [],
    };
  });
  const count = (of: Side, label: ReviewLabel) =>
    moves.filter((move) => move.side === of && move.label === label).length;
  const side = (of: Side): SideReport => ({
    accuracy: 91.25,
    counts: [0, count(of, "inaccuracy"), 0, count(of, "blunder")],
  });
  const swings = moves.filter((move) => move.loss > 0).sort((a, b) => b.loss - a.loss);
  return {
    moves,
    sides: { first: side("first"), second: side("second") },
    swings: swings.map((move) => move.ply),
    phases: moves.map(({ ply }) => (ply <= 4 ? "opening" : "middle")),
  };
}

/** The result of `mv` instead of a move: the better one is right, and any other has the fault's refutation. */
export function tried(move: ReviewedMove, mv: string): TriedMove {
  const [best] = move.best;
  const points = pointsOf(mv.length > 3 ? "xiangqi" : "gomoku", mv);
  const row = { ...(best ?? better({ uci: mv } as MoveRow)), uci: mv, ...points };
  const isRight = best?.uci === mv;
  const frame = (row: MoveRow) => ({ row, board: boardOf("", move.side) });
  return {
    row,
    isRight,
    loss: isRight ? 0 : 0.3,
    forced: null,
    repetition: null,
    worth: { kind: "centipawns", value: isRight ? 30 : -300 },
    film: [row, ...(isRight ? [] : move.answer)].map(frame),
  };
}
