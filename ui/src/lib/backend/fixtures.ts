// Two games as data, for tests and for looking at the window in a browser. No rule is worked out here: what may be played in
// each position is written down, and the core plays no part.
import type { ApiError, BoardView, GameKind, LastMove, MoveRow, Outcome, Side } from "../bindings";

export type Scripted = {
  game: GameKind;
  /** positions[n] stands before move n; the last one follows the last move. `dests` is "from:target target …". */
  positions: { placement: string; dests: string }[];
  rows: MoveRow[];
  /** How the game ends after the last row; null when the script simply stops. */
  outcome: Outcome | null;
  winningLine: string[];
  /** Refusals that can be shown: by ply, then by move. */
  refusals: Record<number, Record<string, Omit<ApiError, "message">>>;
};

const XIANGQI_POSITIONS = [
  {
    placement: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    dests:
      "a0:a1a2 a3:a4 b0:a2c2 b2:a2b1b3b4b5b6b9c2d2e2f2g2 c0:a2e2 c3:c4 d0:e1 e0:e1 e3:e4 f0:e1 g0:e2i2 g3:g4 h0:g2i2 h2:c2d2e2f2g2h1h3h4h5h6h9i2 i0:i1i2 i3:i4",
  },
  {
    placement: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR",
    dests:
      "a6:a5 a9:a7a8 b7:a7b0b3b4b5b6b8c7d7e7f7g7 b9:a7c7 c6:c5 c9:a7e7 d9:e8 e6:e5 e9:e8 f9:e8 g6:g5 g9:e7i7 h7:c7d7e7f7g7h1h2h3h4h5h6h8i7 h9:g7i7 i6:i5 i9:i7i8",
  },
  {
    placement: "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR",
    dests:
      "a0:a1a2 a3:a4 b0:a2c2 b2:a2b1b3b4b5b6b9c2d2 c0:a2 c3:c4 d0:e1 e0:e1 e2:c2d2e1e6f2g2h2i2 e3:e4 f0:e1 g0:i2 g3:g4 h0:g2i2 i0:i1i2 i3:i4",
  },
  {
    placement: "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R",
    dests:
      "a6:a5 a9:a7a8 b7:a7b0b3b4b5b6b8c7d7e7f7 b9:a7c7 c6:c5 c9:a7e7 d9:e8 e6:e5 e9:e8 f9:e8 g6:g5 g7:e8h9 g9:e7i7 h7:h0h1h2h3h4h5h6h8h9i7 i6:i5 i9:h9i7i8",
  },
  {
    placement: "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R",
    dests:
      "a0:a1a2 a3:a4 b0:a2c2 b2:a2b1b3b4b5b6b9c2d2 c0:a2 c3:c4 d0:e1 e0:e1 e2:c2d2e1e6f2 e3:e4 f0:e1 g0:i2 g2:e1h0i1 g3:g4 i0:h0i1i2 i3:i4",
  },
  {
    placement: "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1",
    dests:
      "a6:a5 a9:a7a8 b7:a7b0b3b4b5b6b8c7d7e7f7 b9:a7c7 c6:c5 c9:a7e7 d9:e8 e6:e5 e9:e8 f9:e8 g6:g5 g7:e8 g9:e7i7 h7:h1h2h3h4h5h6h8i7 h9:h8i9 i6:i5",
  },
  {
    placement: "r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1",
    dests:
      "a0:a1a2 a3:a4 b0:a2c2 b2:a2b1b3b4b5b6c2d2 c0:a2 c3:c4 d0:e1 e0:e1 e2:c2d2e1e6f2 e3:e4 f0:e1 g0:i2 g2:e1i1 g3:g4 h0:h1h2h3h4h5h6h7i0 i3:i4",
  },
  {
    placement: "r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1",
    dests:
      "a6:a5 a9:a7a8b9 b7:a7b0b3b4b5b6b8b9 c6:c5 c7:b9e8 c9:a7e7 d9:e8 e6:e5 e9:e8 f9:e8 g6:g5 g7:e8 g9:e7i7 h7:h1h2h3h4h5h6h8i7 h9:h8i9 i6:i5",
  },
  {
    placement: "r1bakabr1/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1",
    dests:
      "a0:a1a2 a3:a4 b0:a2c2 b2:a2b1b3b4b5b6c2d2 c0:a2 c4:c5 d0:e1 e0:e1 e2:c2d2e1e6f2 e3:e4 f0:e1 g0:i2 g2:e1i1 g3:g4 h0:h1h2h3h4h5h6h7i0 i3:i4",
  },
  {
    placement: "r1bakabr1/9/1cn3nc1/p1p1p3p/6p2/2P3P2/P3P3P/1C2C1N2/9/RNBAKABR1",
    dests:
      "a6:a5 a9:a7a8b9 b7:a7b0b3b4b5b6b8b9 c6:c5 c7:b9e8 c9:a7e7 d9:e8 e6:e5 e9:e8 f9:e8 g5:g4 g7:e8f5h5 g9:e7i7 h7:h1h2h3h4h5h6h8i7 h9:h8i9 i6:i5",
  },
  {
    placement: "r1bakabr1/9/1cn3nc1/p1p1p3p/9/2P3p2/P3P3P/1C2C1N2/9/RNBAKABR1",
    dests:
      "a0:a1a2 a3:a4 b0:a2c2 b2:a2b1b3b4b5b6c2d2 c0:a2 c4:c5 d0:e1 e0:e1 e2:c2d2e1e6f2 e3:e4 f0:e1 g0:i2 g2:e1f4h4i1 h0:h1h2h3h4h5h6h7i0 i3:i4",
  },
  {
    placement: "r1bakabr1/9/1cn3nc1/p1p1p3p/9/2P3pR1/P3P3P/1C2C1N2/9/RNBAKAB2",
    dests:
      "a6:a5 a9:a7a8b9 b7:a7b0b3b4b5b6b8b9 c6:c5 c7:b9e8 c9:a7e7 d9:e8 e6:e5 e9:e8 f9:e8 g4:f4g3h4 g7:e8f5h5 g9:e7i7 h7:h5h6h8i7 h9:h8i9 i6:i5",
  },
  {
    placement: "r1bakabr1/9/1cn3nc1/p3p3p/2p6/2P3pR1/P3P3P/1C2C1N2/9/RNBAKAB2",
    dests:
      "a0:a1a2 a3:a4 b0:a2c2 b2:a2b1b3b4b5b6c2d2 c0:a2 c4:c5 d0:e1 e0:e1 e2:c2d2e1e6f2 e3:e4 f0:e1 g0:i2 g2:e1f4h0i1 h4:g4h0h1h2h3h5h6h7i4 i3:i4",
  },
  {
    placement: "r1bakabr1/9/1cn3nc1/p3p3p/2p6/2P3R2/P3P3P/1C2C1N2/9/RNBAKAB2",
    dests:
      "a6:a5 a9:a7a8b9 b7:a7b0b3b4b5b6b8b9 c5:c4 c7:b5b9d5e8 c9:a7e7 d9:e8 e6:e5 e9:e8 f9:e8 g7:e8f5h5 g9:e7i7 h7:h0h1h2h3h4h5h6h8i7 h9:h8i9 i6:i5",
  },
  {
    placement: "r1bakabr1/9/1cn3nc1/p3p3p/9/2p3R2/P3P3P/1C2C1N2/9/RNBAKAB2",
    dests:
      "a0:a1a2 a3:a4 b0:a2c2 b2:a2b1b3b4b5b6c2d2 c0:a2 d0:e1 e0:e1 e2:c2d2e1e6f2 e3:e4 f0:e1 g0:i2 g2:e1f4h0h4i1 g4:c4d4e4f4g3g5g6g7h4i4 i3:i4",
  },
];

/** uci, Chinese, traditional, WXF, piece, captured piece: the middle cannon against the screen horses. */
const XIANGQI_MOVES = [
  ["h2e2", "炮二平五", "炮二平五", "C2=5", "C", ""],
  ["h9g7", "马8进7", "馬8進7", "H8+7", "n", ""],
  ["h0g2", "马二进三", "傌二進三", "H2+3", "N", ""],
  ["i9h9", "车9平8", "車9平8", "R9=8", "r", ""],
  ["i0h0", "车一平二", "俥一平二", "R1=2", "R", ""],
  ["b9c7", "马2进3", "馬2進3", "H2+3", "n", ""],
  ["c3c4", "兵七进一", "兵七進一", "P7+1", "P", ""],
  ["g6g5", "卒7进1", "卒7進1", "P7+1", "p", ""],
  ["g3g4", "兵三进一", "兵三進一", "P3+1", "P", ""],
  ["g5g4", "卒7进1", "卒7進1", "P7+1", "p", "P"],
  ["h0h4", "车二进四", "俥二進四", "R2+4", "R", ""],
  ["c6c5", "卒3进1", "卒3進1", "P3+1", "p", ""],
  ["h4g4", "车二平三", "俥二平三", "R2=3", "R", "p"],
  ["c5c4", "卒3进1", "卒3進1", "P3+1", "p", "P"],
] as const;

export const XIANGQI: Scripted = {
  game: "xiangqi",
  positions: XIANGQI_POSITIONS,
  rows: XIANGQI_MOVES.map(([uci, chinese, traditional, wxf, piece, capture], ply) => ({
    uci,
    chinese,
    traditional,
    wxf,
    iccs: `${uci.slice(0, 2)}-${uci.slice(2)}`.toUpperCase(),
    ...pointsOf("xiangqi", uci),
    side: ply % 2 === 0 ? "first" : "second",
    piece,
    capture: capture || null,
    check: false,
  })),
  outcome: null,
  winningLine: [],
  refusals: {
    0: {
      b0d1: {
        code: "blocked-leg",
        at: "c0",
        points: [],
        obstacles: [{ part: "leg", points: ["c0"], piece: "B", file: 7 }],
      },
      a0a3: {
        code: "own-piece",
        at: "a3",
        points: [],
        obstacles: [{ part: "own", points: ["a3"], piece: "P", file: 9 }],
      },
    },
  },
};

const GOMOKU_POINTS = ["h8", "h9", "g7", "g9", "i9", "f8", "f6", "j10", "e5"];

/** Black makes five on the long diagonal with the ninth stone. */
export const GOMOKU: Scripted = {
  game: "gomoku",
  positions: GOMOKU_POINTS.concat("").map((_, ply) => stones(GOMOKU_POINTS.slice(0, ply), 15)),
  rows: GOMOKU_POINTS.map((point, ply) => ({
    uci: point,
    chinese: point,
    traditional: point,
    wxf: point,
    iccs: point,
    ...pointsOf("gomoku", point),
    side: ply % 2 === 0 ? "first" : "second",
    piece: null,
    capture: null,
    check: false,
  })),
  outcome: { winner: "first", reason: "five" },
  winningLine: ["e5", "f6", "g7", "h8", "i9"],
  refusals: {},
};

/** A board of stones put down in turn, and its empty points. */
function stones(points: string[], size: number): { placement: string; dests: string } {
  const free: string[] = [];
  const rows: string[] = [];
  for (let rank = size; rank >= 1; rank--) {
    let row = "";
    let empty = 0;
    for (let file = 0; file < size; file++) {
      const point = `${String.fromCharCode(97 + file)}${rank}`;
      const ply = points.indexOf(point);
      if (ply < 0) {
        free.push(point);
        empty++;
      } else {
        row += (empty > 0 ? String(empty) : "") + (ply % 2 === 0 ? "x" : "o");
        empty = 0;
      }
    }
    rows.push(row + (empty > 0 ? String(empty) : ""));
  }
  return { placement: rows.join("/"), dests: `:${free.join("")}` };
}

/** Where a move begins, if anywhere, and ends: `h2e2`, `h8`. */
export function pointsOf(game: GameKind, uci: string): LastMove {
  return game === "xiangqi" ? { from: uci.slice(0, 2), to: uci.slice(2) } : { from: null, to: uci };
}

/** A board without a move, an end or anything to point at. */
export const boardOf = (placement: string, sideToMove: Side): BoardView => ({
  placement,
  sideToMove,
  destinations: {},
  lastMove: null,
  check: null,
  winningLine: [],
  forbidden: [],
  outcome: null,
});

/** "b0:a2c2 h2:…" as the map that a snapshot carries. */
export function readDests(text: string): Record<string, string[]> {
  return Object.fromEntries(
    text.split(" ").map((entry) => {
      const [from = "", targets = ""] = entry.split(":");
      return [from, targets.match(/[a-z]\d+/g) ?? []];
    }),
  );
}
