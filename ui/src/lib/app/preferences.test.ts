import { expect, test, vi } from "vitest";
import { MemoryBackend } from "../backend/memory";
import { i18n } from "../i18n/i18n.svelte";
import * as text from "../i18n/text";
import { Messages } from "./messages.svelte";
import { Preferences } from "./preferences.svelte";

vi.mock(import("../i18n/text"), { spy: true });

test("a language that cannot be loaded is said, and the one before stays", async () => {
  const messages = new Messages();
  const backend = new MemoryBackend({ settings: { language: "en" } });
  const preferences = new Preferences(backend, messages);
  await preferences.use(backend.settings);
  vi.mocked(text.loadLang).mockRejectedValueOnce(new TypeError("import failed"));
  await preferences.change({ language: "zh-CN" });
  expect(messages.shown.map((message) => message.text)).toEqual([text.say("en", "trouble.load")]);
  expect([i18n.lang, preferences.ready.language, backend.settings.language]).toEqual(["en", "en", "en"]);

  await preferences.change({ language: "zh-CN" });
  expect([i18n.lang, backend.settings.language]).toEqual(["zh-CN", "zh-CN"]);
  expect(messages.shown).toEqual([]);
});
