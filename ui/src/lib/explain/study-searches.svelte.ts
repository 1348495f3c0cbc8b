// The searches that a person begins beside a study: even stones and forced wins in Gomoku, exact results in Xiangqi.
import type { BalancedOpenings, ExactVerdict, Side, ThreatSearch } from "../bindings";
import type { Backend } from "../backend/backend";
import { BoardSearch } from "./board-search.svelte";
import { isSame, type Board } from "./threats.svelte";

type StudySearchKind = "balance" | "threats" | "exact";

/** The commands of the shell about the board at the cursor of the study. */
export type SearchBackend = Pick<
  Backend,
  | "threatsInStudy"
  | "defencesInStudy"
  | "balanceInStudy"
  | "searchThreatsInStudy"
  | "solveInStudy"
  | "stopBoardSearch"
>;

export class StudySearches {
  /** The search in view. */
  shown: StudySearchKind | null = $state(null);
  /** The side whose win is searched. */
  side: Side = $state("first");
  #board: Board | null = $state.raw(null);
  readonly balance: BoardSearch<BalancedOpenings>;
  readonly threats: BoardSearch<ThreatSearch>;
  readonly exact: BoardSearch<ExactVerdict>;

  constructor(backend: SearchBackend) {
    const stop = (kind: StudySearchKind) => () => backend.stopBoardSearch(kind);
    this.balance = new BoardSearch({ ask: () => backend.balanceInStudy(), stop: stop("balance") });
    this.threats = new BoardSearch({
      ask: () => backend.searchThreatsInStudy(this.side),
      stop: stop("threats"),
    });
    this.exact = new BoardSearch({ ask: () => backend.solveInStudy(), stop: stop("exact") });
  }

  /** Begins a search of the board; another one ends. */
  begin(kind: StudySearchKind, side: Side = this.side): void {
    if (!this.#board) return;
    if (this.shown && this.shown !== kind) this[this.shown].follow(null);
    this.shown = kind;
    this.side = side;
    this[kind].begin(this.#board);
  }

  /** Ends the search in progress; what was found so far is shown. */
  stop(): void {
    if (this.shown) this[this.shown].stop();
  }

  /** Follows the board in view. An exact result is asked for each board, the others for one. */
  turnTo(board: Board | null): void {
    const isOther = !isSame(board, this.#board);
    this.#board = board;
    if (!this.shown || !isOther) return;
    if (this.shown === "exact") return this.exact.follow(board);
    this[this.shown].follow(null);
    this.shown = null;
  }
}

/** The most pieces of an exact result. */
const PIECES_MAX = 5;
/** The most stones of a swap opening. */
const STONES_MAX = 4;

const men = (placement: string) => [...placement].filter((letter) => /[a-z]/i.test(letter)).length;

/** The searches that a board of a game allows. */
export function searchesFor(game: string, board: Board): readonly StudySearchKind[] {
  const count = men(board.placement.split(" ")[0] ?? "");
  if (game === "xiangqi") return count <= PIECES_MAX ? ["exact"] : [];
  if (game !== "gomoku") return [];
  return count <= STONES_MAX ? ["balance", "threats"] : ["threats"];
}
