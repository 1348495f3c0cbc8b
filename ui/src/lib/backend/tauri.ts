// The backend of the app itself: every method is one Tauri command, called by the words that bindings.ts has for it.
import { Channel, invoke } from "@tauri-apps/api/core";
import { COMMANDS, type Commands, type Word } from "../bindings";
import type { Backend } from "./backend";

/** True inside the app's own window, false in a browser. */
export const inTauri = (): boolean => "__TAURI_INTERNALS__" in window;

const call =
  ([command, ...names]: readonly [string, ...string[]]) =>
  (...values: unknown[]) =>
    // Bytes are the body of their call and are not encoded.
    values[0] instanceof Uint8Array
      ? invoke(command, values[0])
      : invoke(command, Object.fromEntries(names.map((name, index) => [name, values[index]])));

// The same functions generate `Commands` and `COMMANDS`, so the names agree.
const commands = Object.fromEntries(
  Object.entries(COMMANDS).map(([name, words]) => [name, call(words)]),
) as unknown as Commands;

export const tauriBackend: Backend = {
  ...commands,
  async subscribe(listener) {
    const channel = new Channel<Word>();
    channel.onmessage = listener;
    await commands.subscribe(channel);
    return () => {
      channel.onmessage = () => {};
    };
  },
};
