// The repertoires of the test backend: the person has Red and learns the first moves of the scripted game of Xiangqi.
import type { CoveredRepertoire, CurrentDrill, DrillTurn, MoveRow, RepertoireRow, Side } from "../bindings";
import { SETUPS, XIANGQI } from "./fixtures";
import { fault } from "./memory-shell";

/** The plies of the scripted line. */
const PLIES = 4;

export class MemoryRepertoires {
  list: RepertoireRow[] = [];
  /** What the book says of a wrong answer. */
  remark = "";
  #drill: CurrentDrill | null = null;
  #asked = false;

  begin(book: string, side: Side): CurrentDrill {
    if (side === "second") throw fault("no-repertoire", "no move for this side");
    const known = this.list.find((row) => row.book === book && row.side === side);
    if (!known)
      this.list = [
        ...this.list,
        { book, game: "xiangqi", side, positions: PLIES / 2, known: 0, due: PLIES / 2 },
      ];
    this.#drill = this.#at(book, side, 0, { right: 0, wrong: 0 });
    this.#asked = false;
    return this.#drill;
  }

  next(): CurrentDrill {
    const drill = this.#present();
    this.#drill = drill.left > 0 ? drill : { ...drill, state: "done" };
    return this.#drill;
  }

  answer(mv: string): DrillTurn {
    const drill = this.#present();
    const ply = drill.rows.length;
    const row = XIANGQI.rows[ply];
    if (!row || (drill.state !== "asking" && drill.state !== "wrong"))
      throw fault("not-now", "nothing is asked");
    const right = mv === row.uci || mv === row.chinese;
    const first = !this.#asked;
    this.#asked = true;
    if (!right) {
      const tried: MoveRow = { ...row, uci: mv, chinese: mv, from: mv.slice(0, 2), to: mv.slice(2) };
      const wrong = drill.wrong + Number(first);
      this.#drill = { ...drill, state: "wrong", wrong, tried, answers: [row], remark: this.remark };
      return { row: tried, right, drill: this.#drill };
    }
    const counts = { right: drill.right + Number(first), wrong: drill.wrong };
    this.#asked = false;
    this.#drill = this.#at(drill.book, drill.side, ply + 2, counts);
    this.list = this.list.map((one) =>
      one.book === drill.book ? { ...one, known: one.known + 1, due: Math.max(0, one.due - 1) } : one,
    );
    return { row, right, drill: this.#drill };
  }

  /** The replies after the first move: the scripted one is answered, another one is not. */
  cover(): CoveredRepertoire {
    const [first, reply] = XIANGQI.rows;
    if (!first || !reply) throw fault("no-repertoire", "the script is empty");
    return {
      setup: SETUPS.xiangqi,
      coverage: { covered: 0.874, gaps: [{ line: [first, { ...reply, uci: "b9c7" }], chance: 0.126 }] },
    };
  }

  /** The engine's answer: the scripted reply. */
  refute(): MoveRow[] {
    const reply = XIANGQI.rows[this.#present().rows.length + 1];
    return reply ? [reply] : [];
  }

  leave(): void {
    this.#drill = null;
  }

  forget(book: string, side: Side): void {
    this.list = this.list.filter((row) => row.book !== book || row.side !== side);
  }

  #present(): CurrentDrill {
    if (!this.#drill) throw fault("no-repertoire", "no repertoire is in training");
    return this.#drill;
  }

  #at(book: string, side: Side, ply: number, counts: { right: number; wrong: number }): CurrentDrill {
    const isOver = ply >= PLIES;
    const board = XIANGQI.positions[isOver ? ply - 1 : ply];
    if (!board) throw fault("no-repertoire", "no such position");
    return {
      book,
      setup: SETUPS.xiangqi,
      side,
      state: isOver ? "lineEnd" : "asking",
      board,
      rows: XIANGQI.rows.slice(0, isOver ? ply - 1 : ply),
      ...counts,
      left: isOver ? 0 : (PLIES - ply) / 2,
      tried: null,
      forbidden: false,
      answers: [],
      remark: "",
      unsaved: null,
    };
  }
}
