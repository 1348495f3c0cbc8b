// Tables of the backend in memory: Bo sits at the other machine and does what a test says.
import type { FoundTable, NewGame, Phrase, Side, TableNews, TableQuestion, TableState } from "../bindings";
import { SETUPS } from "./fixtures";
import { NO_COACH } from "../game/players";
import { MemoryJournal } from "./memory-journal";
import { fault } from "./memory-shell";

const NO_TABLE: Omit<TableState, "id" | "isHost" | "address"> = {
  code: null,
  wrongCodes: 0,
  offered: null,
  other: null,
  isHere: false,
  waitS: 600,
  asked: null,
  asking: null,
  class: null,
  closed: null,
};

const person = (name: string) => ({ kind: "human", name }) as const;

export class MemoryTables extends MemoryJournal {
  protected table: TableState | null = null;
  #tables = 0;
  #config: NewGame | null = null;
  #mine: Side = "first";

  /** Tells the page what happens at the table. */
  tell(news: TableNews, change: Partial<TableState> = {}): void {
    if (!this.table) throw new Error("there is no table");
    this.table = { ...this.table, ...change };
    const unfinished = this.table.closed ? this.unfinished : null;
    this.say({ kind: "table", notice: { news, table: this.table, unfinished } });
  }

  /** Bo sits down: the game of the table begins. */
  async arrive(): Promise<void> {
    if (!this.#config) throw new Error("there is no table");
    this.tell({ kind: "here" }, { other: "Bo", isHere: true, offered: null });
    await this.newGame(this.#config);
    if (this.game) this.game = { ...this.game, mine: this.#mine };
    this.emit([{ kind: "started" }]);
    this.tell({ kind: "changed" });
  }

  async openTable(config: NewGame, seat: Side, waitMinutes: number, language: string): Promise<TableState> {
    this.check(`openTable ${config.setup.game} ${seat} ${waitMinutes} ${language}`, "openTable");
    const bo = person("Bo");
    this.#config = seat === "first" ? { ...config, second: bo } : { ...config, first: bo };
    this.#mine = seat;
    const code = { words: "apple bench candle door", digits: "001-002-003-004" };
    return this.#sitDown({ ...NO_TABLE, id: 0, isHost: true, address: "192.168.1.20:40000", code });
  }

  async lookForTables(): Promise<void> {
    this.check("lookForTables");
  }

  async stopLookingForTables(): Promise<void> {
    this.check("stopLookingForTables");
  }

  /** Tells the page which tables are open in the network. */
  find(tables: FoundTable[]): void {
    this.say({ kind: "foundTables", tables });
  }

  async joinTable(address: string, code: string, name: string, watches: boolean): Promise<TableState> {
    this.check(`joinTable ${address} ${code} ${name}${watches ? " watches" : ""}`, "joinTable");
    const clock = { kind: "none" } as const;
    const config = { setup: SETUPS.gomoku, clock, coach: NO_COACH, odds: null };
    this.#config = { ...config, first: person("Bo"), second: person(name) };
    this.#mine = "second";
    return this.#sitDown({ ...NO_TABLE, id: 0, isHost: false, address });
  }

  async goOnAtTable(uid: string, address: string | null, language: string): Promise<TableState> {
    this.check(`goOnAtTable ${uid} ${address ?? ""} ${language}`, "goOnAtTable");
    const game = this.unfinished.find((one) => one.uid === uid);
    if (!game?.table) throw fault("no-game", "There is no such game.");
    return this.#sitDown({ ...NO_TABLE, ...game.table, id: 0, other: "Bo" });
  }

  async #sitDown(table: TableState): Promise<TableState> {
    await this.leave();
    return (this.table = { ...table, id: ++this.#tables });
  }

  async acceptTerms(): Promise<void> {
    this.check("acceptTerms");
    await this.arrive();
  }

  async askAtTable(question: TableQuestion): Promise<TableState> {
    this.check(`askAtTable ${question}`, "askAtTable");
    return this.#change({ asking: question });
  }

  async answerAtTable(question: TableQuestion, accept: boolean): Promise<TableState> {
    this.check(`answerAtTable ${question} ${accept}`, "answerAtTable");
    return this.#change({ asked: null });
  }

  async sayAtTable(phrase: Phrase): Promise<void> {
    this.check(`sayAtTable ${phrase}`, "sayAtTable");
  }

  async leaveTable(): Promise<void> {
    this.check("leaveTable");
    this.table = null;
    await this.leave();
  }

  #change(change: Partial<TableState>): TableState {
    if (!this.table) throw fault("table-closed", "This table is closed.");
    return (this.table = { ...this.table, ...change });
  }
}
