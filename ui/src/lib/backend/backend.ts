// The one seam between the UI and the shell (two implementations: tauri.ts, memory.ts): every command of the window, as Rust has it.
import type { Commands, Word } from "../bindings";

/** A call that is refused rejects with an ApiError. */
export interface Backend extends Omit<Commands, "subscribe"> {
  /** Calls `listener` for every word of the shell, in order; returns a function that ends the subscription. */
  subscribe(listener: (word: Word) => void): Promise<() => void>;
}
