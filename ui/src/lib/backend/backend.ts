// The interface between page and shell, with every command of the window. It has two implementations: tauri.ts and
// memory.ts.
import type { Commands, Word } from "../bindings";

/** A refused call rejects with a Refusal. */
export interface Backend extends Omit<Commands, "subscribe"> {
  /** Calls `listener` for every word of the shell, in order; returns a function that ends the subscription. */
  subscribe(listener: (word: Word) => void): Promise<() => void>;
}
