// The backend of the app itself: every method is one Tauri command of the same name in snake_case.
import { Channel, invoke } from "@tauri-apps/api/core";
import type { Word } from "../bindings";
import type { Backend } from "./backend";

/** True inside the app's own window, false in a browser. */
export const inTauri = (): boolean => "__TAURI_INTERNALS__" in window;

export const tauriBackend: Backend = {
  startup: () => invoke("startup"),
  async subscribe(listener) {
    const channel = new Channel<Word>();
    channel.onmessage = listener;
    await invoke("subscribe", { channel });
    return () => {
      channel.onmessage = () => {};
    };
  },
  newGame: (config) => invoke("new_game", { config }),
  play: (mv) => invoke("play", { mv }),
  aiMove: () => invoke("ai_move"),
  moveNow: () => invoke("move_now"),
  undo: () => invoke("undo"),
  hint: () => invoke("hint"),
  resign: () => invoke("resign"),
  offerDraw: () => invoke("offer_draw"),
  answerDraw: (accept) => invoke("answer_draw", { accept }),
  rematch: () => invoke("rematch"),
  leave: () => invoke("leave"),
  resume: (uid, level) => invoke("resume", { uid, level }),
  discard: (uid) => invoke("discard", { uid }),
  listGames: (query) => invoke("list_games", { query }),
  loadGame: (id) => invoke("load_game", { id }),
  deleteGame: (id) => invoke("delete_game", { id }),
  restoreGame: (id) => invoke("restore_game", { id }),
  importRecord: (text) => invoke("import_record", { text }),
  saveSettings: (settings) => invoke("save_settings", { settings }),
  playSound: (name) => invoke("play_sound", { name }),
  about: () => invoke("about"),
  listEngines: () => invoke("list_engines"),
  probeEngine: (command, protocol) => invoke("probe_engine", { command, protocol }),
  saveEngine: (guest) => invoke("save_engine", { guest }),
  removeEngine: (id) => invoke("remove_engine", { id }),
  openConsole: (id) => invoke("open_console", { id }),
  sendConsole: (line) => invoke("send_console", { line }),
  closeConsole: () => invoke("close_console"),
  startMatch: (plan) => invoke("start_match", { plan }),
  stopMatch: () => invoke("stop_match"),
};
