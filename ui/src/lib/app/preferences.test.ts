import { describe, expect, test, vi } from "vitest";
import { MemoryBackend } from "../backend/memory";
import type { Settings } from "../bindings";
import { i18n } from "../i18n/i18n.svelte";
import * as text from "../i18n/text";
import { Announcer } from "../aloud/announcer.svelte";
import { Messages } from "./messages.svelte";
import { Preferences } from "./preferences.svelte";

test("a language that cannot be loaded is said, and the one before stays", async () => {
  const messages = new Messages(new Announcer(() => {}));
  const backend = new MemoryBackend({ settings: { language: "en" } });
  const load = vi.fn(text.loadLang);
  const preferences = new Preferences(backend, messages, load);
  await preferences.use(backend.settings);
  load.mockRejectedValueOnce(new TypeError("import failed"));
  await preferences.change({ language: "zh-CN" });
  expect(messages.shown.map((message) => message.text)).toEqual([text.say("en", "trouble.load")]);
  expect([i18n.lang, preferences.ready.language, backend.settings.language]).toEqual(["en", "en", "en"]);

  await preferences.change({ language: "zh-CN" });
  expect([i18n.lang, backend.settings.language]).toEqual(["zh-CN", "zh-CN"]);
  expect(messages.shown).toEqual([]);
});

test("the last settings are the last written, however long one write takes", async () => {
  const messages = new Messages(new Announcer(() => {}));
  const backend = new MemoryBackend({ settings: { language: "en" } });
  const preferences = new Preferences(backend, messages);
  await preferences.use(backend.settings);
  const save = backend.saveSettings.bind(backend);
  let finish = () => {};
  const busy = new Promise<void>((done) => (finish = done));
  vi.spyOn(backend, "saveSettings").mockImplementationOnce(async (settings) => {
    await busy;
    await save(settings);
  });
  const first = preferences.change({ volume: 10 });
  const second = preferences.change({ volume: 20 });
  await new Promise((turn) => setTimeout(turn));
  finish();
  await Promise.all([first, second]);
  expect([preferences.ready.volume, backend.settings.volume]).toEqual([20, 20]);
});

describe("a first start", () => {
  const begun = async (language: Settings["language"]) => {
    const messages = new Messages(new Announcer(() => {}));
    const backend = new MemoryBackend({ settings: { language } });
    const preferences = new Preferences(backend, messages);
    await preferences.use(backend.settings);
    await preferences.welcome();
    return { preferences, messages, kept: backend.settings };
  };

  test("in English begins with pictures and WXF", async () => {
    const { kept } = await begun("en");
    expect([kept.xiangqiSet, kept.notation]).toEqual(["international", "wxf"]);
  });

  test.each([
    ["zh-CN", "chinese"],
    ["zh-TW", "traditional"],
  ] as const)("in %s begins with characters and %s notation", async (language, notation) => {
    const { kept, messages } = await begun(language);
    expect([kept.xiangqiSet, kept.notation, messages.shown]).toEqual(["traditional", notation, []]);
  });

  test("pieces and notation follow the language until one is chosen by hand", async () => {
    const { preferences } = await begun("en");
    const now = () => [preferences.ready.xiangqiSet, preferences.ready.notation];
    await preferences.change({ language: "zh-CN" });
    expect(now()).toEqual(["traditional", "chinese"]);
    await preferences.change({ notation: "iccs" });
    await preferences.change({ language: "en" });
    expect(now()).toEqual(["international", "iccs"]);
    await preferences.change({ xiangqiSet: "letters" });
    await preferences.change({ language: "vi" });
    expect(now()).toEqual(["letters", "iccs"]);
  });

  test("in Vietnamese keeps the characters, and offers pictures", async () => {
    const { preferences, messages, kept } = await begun("vi");
    expect([kept.xiangqiSet, preferences.ready.notation]).toEqual(["traditional", "vietnamese"]);
    messages.shown[0]?.action?.run();
    await vi.waitFor(() => expect(preferences.ready.xiangqiSet).toBe("international"));
  });
});
