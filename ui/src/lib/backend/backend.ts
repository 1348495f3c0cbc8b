// ui/src/lib/backend/backend.ts — the one seam between the UI and the shell (two implementations: tauri.ts, memory.ts).
import type {
  About,
  Engines,
  GamePage,
  GameQuery,
  Guest,
  MatchPlan,
  NewGame,
  Probe,
  Protocol,
  Replay,
  Settings,
  Snapshot,
  SoundName,
  Startup,
  Word,
} from "../bindings";

export interface Backend {
  startup(): Promise<Startup>;
  /** Calls `listener` for every word of the shell, in order; returns a function that ends the subscription. */
  subscribe(listener: (word: Word) => void): Promise<() => void>;
  newGame(config: NewGame): Promise<Snapshot>;
  /** Plays a move in any notation of the game. Rejects with ApiError when it is not legal. */
  play(mv: string): Promise<void>;
  /** Lets the engine move for the side to move, whoever plays it. */
  aiMove(): Promise<void>;
  moveNow(): Promise<void>;
  undo(): Promise<void>;
  hint(): Promise<void>;
  resign(): Promise<void>;
  offerDraw(): Promise<void>;
  answerDraw(accept: boolean): Promise<void>;
  rematch(): Promise<Snapshot>;
  /** Leaves the present game: it stays in the journal as unfinished. */
  leave(): Promise<void>;
  /** Takes up an unfinished game. With `level` the built-in engine takes the seat of a program that is gone. */
  resume(uid: string, level: number | null): Promise<Snapshot>;
  /** Ends an unfinished game as abandoned and files it in the library. */
  discard(uid: string): Promise<void>;
  listGames(query: GameQuery): Promise<GamePage>;
  loadGame(id: number): Promise<Replay>;
  deleteGame(id: number): Promise<void>;
  restoreGame(id: number): Promise<void>;
  /** Reads a pasted or dropped record (PGN, SGF, FEN, move list) and files it in the library. */
  importRecord(text: string): Promise<Replay>;
  saveSettings(settings: Settings): Promise<void>;
  playSound(name: SoundName): Promise<void>;
  about(): Promise<About>;
  /** Tells of the built-in engine, the guests and the match, if there was one. */
  listEngines(): Promise<Engines>;
  /** Starts a program and asks who it is. A program that gives no answer is an answer, too. */
  probeEngine(command: string, protocol: Protocol | null): Promise<Probe>;
  /** Keeps a guest, new (with an empty id) or changed, and returns it as it was kept. */
  saveEngine(guest: Guest): Promise<Guest>;
  removeEngine(id: string): Promise<void>;
  /** Starts a guest whose lines are to be seen; what it says comes as words of kind "console". */
  openConsole(id: string): Promise<void>;
  sendConsole(line: string): Promise<void>;
  closeConsole(): Promise<void>;
  /** Begins a match; how it goes comes as words of kind "match". */
  startMatch(plan: MatchPlan): Promise<void>;
  /** Ends the match; its result so far stays. */
  stopMatch(): Promise<void>;
}
