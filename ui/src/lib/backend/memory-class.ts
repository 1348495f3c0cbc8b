// A class of the backend in memory: a test lets guests come and play.
import type { ClassNews, ClassState, GuestGame, NewGame, ShownPosition, Side, Unfinished } from "../bindings";
import { SETUPS, XIANGQI } from "./fixtures";
import { MemoryTables } from "./memory-tables";
import { fault } from "./memory-shell";

export class MemoryClass extends MemoryTables {
  protected taught: ClassState | null = null;

  /** A game of two guests after so many moves. */
  static game(number: number, first: string, second: string, ply = 0): GuestGame {
    const board = XIANGQI.positions[ply];
    if (!board) throw new Error("there is no such position");
    return {
      number,
      round: 1,
      players: { first, second },
      isHere: { first: true, second: true },
      board,
      turn: board.sideToMove,
      ply,
      last: XIANGQI.rows[ply - 1] ?? null,
      clocks: null,
      outcome: null,
    };
  }

  /** A position that a teacher shows, after so many moves. */
  static shown(title: string, ply: number): ShownPosition {
    const { board, last } = MemoryClass.game(1, "", "", ply);
    return {
      title,
      players: { first: "", second: "" },
      setup: SETUPS.xiangqi,
      board,
      ply,
      last,
      control: { kind: "none" },
      clocks: null,
      outcome: null,
    };
  }

  /** Tells the page what happens in the class. */
  teach(news: ClassNews, change: Partial<ClassState> = {}): void {
    this.taught = { ...this.#open(), ...change };
    const state = this.taught;
    if (state.isClosed) this.taught = null;
    this.say({
      kind: "class",
      notice: { news, class: state, unfinished: state.isClosed ? this.unfinished : null },
    });
  }

  /** The person closes the window. */
  askToClose(): void {
    this.say({ kind: "classGoesOn" });
  }

  #open(): ClassState {
    if (!this.taught) throw fault("class-closed", "No class is open.");
    return this.taught;
  }

  #change(change: Partial<ClassState>): ClassState {
    return (this.taught = { ...this.#open(), ...change });
  }

  async openClass(
    config: NewGame,
    teacher: string,
    waitMinutes: number,
    language: string,
  ): Promise<ClassState> {
    this.check(`openClass ${config.setup.game} ${teacher} ${waitMinutes} ${language}`, "openClass");
    return this.#opened(config);
  }

  async goOnWithClass(language: string): Promise<ClassState> {
    this.check(`goOnWithClass ${language}`, "goOnWithClass");
    return this.#opened({ setup: SETUPS.xiangqi, clock: { kind: "none" } });
  }

  async giveUpClass(): Promise<Unfinished[]> {
    this.check("giveUpClass");
    return this.unfinished;
  }

  #opened(config: Pick<NewGame, "setup" | "clock">): ClassState {
    return (this.taught = {
      address: "192.168.1.20:40000",
      code: { words: "apple bench candle door", digits: "001-002-003-004" },
      setup: config.setup,
      clock: config.clock,
      wrongCodes: 0,
      isDoorClosed: false,
      guests: [],
      spectators: 0,
      next: null,
      results: null,
      games: [],
      watched: null,
      shown: null,
      isClosed: false,
    });
  }

  async pairClass(swissRounds: number | null): Promise<void> {
    this.check(`pairClass ${swissRounds ?? "all"}`, "pairClass");
  }

  async beginRound(): Promise<void> {
    this.check("beginRound");
  }

  async decideInClass(number: number, winner: Side | null): Promise<void> {
    this.check(`decideInClass ${number} ${winner ?? "draw"}`, "decideInClass");
  }

  async removeFromClass(name: string): Promise<void> {
    this.check(`removeFromClass ${name}`, "removeFromClass");
  }

  async watchInClass(number: number | null): Promise<ClassState> {
    this.check(`watchInClass ${number ?? "none"}`, "watchInClass");
    return this.#change({ watched: number });
  }

  async showInClass(): Promise<ClassState> {
    this.check("showInClass");
    return this.#change({ shown: MemoryClass.shown("Openings", 3) });
  }

  async hideInClass(): Promise<ClassState> {
    this.check("hideInClass");
    return this.#change({ shown: null });
  }

  async endClass(): Promise<void> {
    this.check("endClass");
    this.teach({ kind: "closed", message: null }, { isClosed: true });
  }
}
