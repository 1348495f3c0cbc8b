import { Channel } from "@tauri-apps/api/core";
import { clearMocks, mockIPC } from "@tauri-apps/api/mocks";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Word } from "../bindings";
import { tauriBackend } from "./tauri";

let calls: [command: string, values: Record<string, unknown>][] = [];

beforeEach(() => {
  calls = [];
  mockIPC((command, values) => {
    calls.push([command, values instanceof Uint8Array ? { bytes: values } : { ...(values as object) }]);
    return "answer";
  });
});
afterEach(clearMocks);

test("a call goes to its command, with its arguments by name", async () => {
  expect(await tauriBackend.resume("left", null)).toBe("answer");
  await tauriBackend.offerDraw();
  const bytes = new Uint8Array([88, 81]);
  await tauriBackend.importBytes(bytes);
  await tauriBackend.probeEngine("fairy-stockfish", "uci");
  expect(calls).toEqual([
    ["resume", { uid: "left", level: null }],
    ["offer_draw", {}],
    ["import_bytes", { bytes }],
    ["probe_engine", { command: "fairy-stockfish", protocol: "uci" }],
  ]);
});

test("words come until the subscription ends", async () => {
  const heard: Word[] = [];
  const end = await tauriBackend.subscribe((word) => heard.push(word));
  const channel = calls[0]?.[1].channel as Channel<Word>;
  const word: Word = { kind: "console", id: "g1", lines: [] };
  channel.onmessage(word);
  end();
  channel.onmessage(word);
  expect(heard).toEqual([word]);
});
