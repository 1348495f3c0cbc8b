// ui/src/lib/backend/backend.ts — the one seam between the UI and the shell (two implementations: tauri.ts, memory.ts).
import type {
  About,
  GamePage,
  GameQuery,
  NewGame,
  Replay,
  Settings,
  Snapshot,
  SoundName,
  Startup,
  Update,
} from "../bindings";

export interface Backend {
  startup(): Promise<Startup>;
  /** Calls `listener` for every update, in order; returns a function that ends the subscription. */
  subscribe(listener: (update: Update) => void): Promise<() => void>;
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
  resume(uid: string): Promise<Snapshot>;
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
}
