// The backend of the app itself: every method is one Tauri command, called by the words that bindings.ts has for it.
import { Channel, invoke } from "@tauri-apps/api/core";
import { COMMANDS, type Commands, type Word } from "../bindings";
import type { Backend } from "./backend";

/** True inside the app's own window, false in a browser. */
export const inTauri = (): boolean => "__TAURI_INTERNALS__" in window;

/** Calls the command of a method, which has the method's name in lower case: `new_game` is `newGame`. */
const call = (method: string, names: readonly string[]) => {
  const command = method.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return (...values: unknown[]) =>
    // Bytes are the body of their call and are not encoded.
    values[0] instanceof Uint8Array
      ? invoke(command, values[0])
      : invoke(command, Object.fromEntries(names.map((name, index) => [name, values[index]])));
};

// The same functions generate `Commands` and `COMMANDS`, so the names agree.
const commands = Object.fromEntries(
  Object.entries(COMMANDS).map(([method, names]) => [method, call(method, names)]),
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
