// The analysis of the test backend: the first legal moves of a board, each a little worse than the one before.
import type {
  AnalysisChoice,
  BoardView,
  Finding,
  FoundLine,
  GameKind,
  MoveRow,
  StudyCursor,
  Word,
} from "../bindings";
import { pointsOf } from "./fixtures";

const DEPTHS = [4, 9] as const;

export class MemoryAnalysis {
  readonly #say: (word: Word) => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(say: (word: Word) => void) {
    this.#say = say;
  }

  lookAt(look: number, study: number, game: GameKind, place: StudyCursor, wishes: AnalysisChoice): void {
    this.rest();
    const lines = Object.entries(place.board.destinations)
      .flatMap(([from, tos]) => tos.map((to) => `${from}${to}`))
      .slice(0, wishes.lines)
      .map((uci, rank) => lineOf(uci, game, place.board, 40 - rank * 60));
    const tell = (depth: number, progress: Finding["progress"]) => {
      for (const analyst of wishes.analysts)
        this.#say({
          kind: "analysis",
          finding: {
            look,
            study,
            node: place.node,
            analyst,
            progress,
            depth,
            nodes: depth * 1_000,
            ms: depth * 100,
            lines,
            evaluation: `0.40,${depth}`,
            scale: "builtIn",
            note: null,
            fault: null,
          },
        });
    };
    this.#timer = setTimeout(() => {
      tell(DEPTHS[0], "looking");
      // An analysis without a time limit does not end.
      if (wishes.seconds > 0) this.#timer = setTimeout(() => tell(DEPTHS[1], "resting"));
    });
  }

  rest(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function lineOf(uci: string, game: GameKind, { sideToMove }: BoardView, value: number): FoundLine {
  const row: MoveRow = {
    uci,
    chinese: uci,
    traditional: uci,
    wxf: uci,
    vietnamese: uci,
    iccs: uci.toUpperCase(),
    ...pointsOf(game, uci),
    side: sideToMove,
    piece: game === "xiangqi" ? "C" : null,
    capture: null,
    check: false,
  };
  return {
    worth: { kind: "centipawns", value: sideToMove === "first" ? value : -value },
    chance: 500,
    rows: [row],
  };
}
