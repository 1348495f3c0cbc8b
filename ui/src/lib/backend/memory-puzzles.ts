// The puzzles of the test backend: one Xiangqi mate in two, for every kind of puzzle.
import type {
  DailyPuzzle,
  MoveRow,
  PuzzleCount,
  PlaceInSet,
  PuzzleHint,
  PuzzleImport,
  PuzzleSet,
  PuzzleRun,
  PuzzleSummary,
  PuzzleStep,
  CurrentPuzzle,
  PuzzleRequest,
  Refutation,
  Side,
} from "../bindings";
import { startOf } from "../game/placement";
import { boardOf, pointsOf } from "./fixtures";
import { refused } from "./memory-shell";

/** 双车错: the rooks drive the general from rank to rank. */
const START = "4k4/9/R8/1R7/9/9/9/9/9/4K4";
const LINE = ["b6b8", "e9d9", "a7a9"];
const WRONG = "a7a9";

export class MemoryPuzzles {
  #played: string[] = [];
  #wrong: string | null = null;
  #hint = 0;
  #misses = 0;
  #shown = false;
  #begun = false;
  #classic: number | null = null;
  /** The timed run: its end is set by the page or by its third miss. */
  #run: PuzzleRun | null = null;
  #best: number | null = null;
  #sets: PuzzleSet[] = [];
  #place: PlaceInSet | null = null;
  #solved = 0;
  #days: number[] = [];

  overview(day: number): PuzzleSummary {
    const streak = this.#days.includes(day) ? this.#days.length : 0;
    const solved = Math.min(3, this.#solved);
    const shelves = (["twinRooks", "fork", "mateIn2"] as const).map((theme): PuzzleCount => ({
      game: "xiangqi",
      theme,
      grade: 2,
      count: 3,
      solved,
    }));
    const runs = this.#best === null ? [] : [{ game: "xiangqi" as const, solved: this.#best }];
    const daily = [
      { game: "xiangqi", placement: START, goal: "mate", solved: streak > 0, side: "first", moves: 2 },
      {
        game: "gomoku",
        placement: startOf("gomoku", 15),
        goal: "fours",
        solved: false,
        side: "first",
        moves: 3,
      },
    ] as const satisfies DailyPuzzle[];
    return {
      streak,
      due: this.#misses > 0 ? 1 : 0,
      own: 0,
      daily: [...daily],
      runs,
      sets: this.#sets,
      shelves,
    };
  }

  begin(wish: PuzzleRequest): CurrentPuzzle {
    this.#classic = wish.kind === "classic" ? wish.index : null;
    if (wish.kind === "own" || (wish.kind === "nextOfRun" && this.#run?.end !== null))
      throw refused("no-puzzle");
    if (wish.kind === "run") {
      const best = this.#best;
      this.#run = { game: wish.game, solved: 0, missed: 0, missesMax: 3, left: 300_000, end: null, best };
    } else if (wish.kind !== "nextOfRun") this.#run = null;
    const of = { set: 0, name: "rooks", number: 1, count: 1, title: "Two rooks", proved: true };
    this.#place = wish.kind === "ownSet" ? of : null;
    this.#played = [];
    this.#wrong = null;
    this.#hint = 0;
    this.#misses = 0;
    this.#shown = false;
    this.#begun = true;
    return this.#view();
  }

  play(mv: string, day: number): PuzzleStep {
    if (!this.#begun) throw refused("no-puzzle");
    if (this.#wrong !== null) throw refused("not-now");
    const wanted = LINE[this.#played.length];
    const row = this.#rows([mv]).at(-1) as MoveRow;
    this.#hint = 0;
    if (mv !== wanted) {
      if (mv !== WRONG) throw refused("wrong-shape");
      this.#wrong = mv;
      this.#misses += 1;
      if (this.#run) {
        const missed = this.#run.missed + 1;
        this.#run = { ...this.#run, missed, end: missed === 3 ? "misses" : null };
      }
      return { row, verdict: { kind: "wrong" }, puzzle: this.#view() };
    }
    this.#played.push(mv);
    const reply = LINE[this.#played.length];
    if (reply === undefined) {
      this.#solved += 1;
      if (this.#run) {
        this.#run = { ...this.#run, solved: this.#run.solved + 1 };
        this.#best = Math.max(this.#best ?? 0, this.#run.solved);
      }
      this.#days = [...new Set([...this.#days, day])];
      return { row, verdict: { kind: "solved" }, puzzle: this.#view() };
    }
    this.#played.push(reply);
    const verdict = { kind: "right" as const, reply: this.#rows([]).at(-1) as MoveRow };
    return { row, verdict, puzzle: this.#view() };
  }

  /** Imports a file of one proved puzzle, with two entries that are skipped. */
  importSet(): PuzzleImport {
    this.#sets = [{ id: 0, name: "rooks", count: 1, solved: 0, proved: 1 }];
    const skipped = [
      { number: 2, line: 4, why: refused("no-solution") },
      { number: 3, line: null, why: refused("whole-game") },
    ];
    return { name: "rooks", count: 1, proved: 1, skipped, unlisted: 0 };
  }

  deleteSet(): void {
    this.#sets = [];
  }

  stopRun(): CurrentPuzzle {
    if (this.#run && this.#run.end === null) this.#run = { ...this.#run, end: "stopped" };
    return this.#view();
  }

  refute(): Refutation | null {
    return this.#wrong === null ? null : { line: this.#rows([this.#wrong, "e9e8"]).slice(-1), wins: false };
  }

  takeBack(): CurrentPuzzle {
    this.#wrong = null;
    return this.#view();
  }

  hint(): CurrentPuzzle {
    this.#wrong = null;
    this.#hint = Math.min(2, this.#hint + 1);
    return this.#view();
  }

  show(): CurrentPuzzle {
    this.#wrong = null;
    this.#shown = true;
    this.#misses += 1;
    this.#played = [...LINE];
    return this.#view();
  }

  #view(): CurrentPuzzle {
    const rows = this.#rows(this.#wrong === null ? [] : [this.#wrong]);
    const over = this.#played.length === LINE.length;
    const state = this.#wrong !== null ? "wrong" : !over ? "solving" : this.#shown ? "shown" : "solved";
    const last = rows.at(-1);
    const destinations: Record<string, string[]> =
      state === "solving" ? { a7: ["a9", "a8"], b6: ["b8", "b9"], e0: ["e1"] } : {};
    return {
      id: "mate-in-two",
      setup: { game: "xiangqi", rule: "asian", start: `${START} w - - 0 1` },
      goal: "mate",
      grade: 2,
      moves: 2,
      side: "first",
      state,
      board: {
        ...boardOf(rows.reduce(moved, START), side(rows.length)),
        destinations,
        lastMove: last ? { from: last.from, to: last.to } : null,
      },
      rows,
      hint: over ? null : this.#given(),
      misses: this.#misses,
      helped: this.#hint > 0,
      again: this.#misses > 0 ? 1 : null,
      unsaved: null,
      classic: this.#classic,
      themes: over ? ["twinRooks", "mateIn2"] : [],
      place: this.#place,
      run: this.#run,
    };
  }

  #given(): PuzzleHint | null {
    const row = this.#rows([LINE[this.#played.length] ?? ""]).at(-1) as MoveRow;
    if (this.#hint === 0) return null;
    return this.#hint === 1 ? { kind: "where", part: row.from ? [row.from] : [] } : { kind: "move", row };
  }

  #rows(more: string[]): MoveRow[] {
    return [...this.#played, ...more].map((uci, ply) => ({
      uci,
      chinese: uci,
      traditional: uci,
      wxf: uci,
      vietnamese: uci,
      iccs: `${uci.slice(0, 2)}-${uci.slice(2)}`.toUpperCase(),
      ...pointsOf("xiangqi", uci),
      side: side(ply),
      piece: side(ply) === "first" ? "R" : "k",
      capture: null,
      check: false,
    }));
  }
}

const side = (ply: number): Side => (ply % 2 === 0 ? "first" : "second");

/** The placement after the man of one point went to another. */
function moved(placement: string, { from: left, to: reached }: MoveRow): string {
  const rows = placement
    .split("/")
    .map((row) => [...row].flatMap((c) => (/\d/.test(c) ? Array(Number(c)).fill("") : [c])));
  const at = (square: string) => [9 - Number(square[1]), square.charCodeAt(0) - 97] as const;
  const [[r, f], [toR, toF]] = [at(left ?? ""), at(reached)];
  const [from, to] = [rows[r], rows[toR]];
  if (from && to) {
    to[toF] = from[f];
    from[f] = "";
  }
  return rows
    .map((row) =>
      row
        .map((c) => c || " ")
        .join("")
        .replace(/ +/g, (run) => String(run.length)),
    )
    .join("/");
}
