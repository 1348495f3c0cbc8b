// The command palette, and custom keys.
import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, input, key, open } from "../driver";

const palette = async (typed: string) => {
  await key("k", { ctrlKey: true });
  await find("palette-input");
  await input("palette-input", typed);
  return screen.getAllByTestId("palette-entry").map((entry) => entry.textContent?.trim());
};

describe("the palette", () => {
  test("finds an action by a part of its name, tells its key and does it with Enter", async () => {
    await open();
    await key("Enter");
    await find("screen-play");
    expect(await palette("flip bo")).toEqual([expect.stringMatching(/^Flip the board\s*F$/)]);
    const field = get("palette-input");
    expect(field.getAttribute("role")).toBe("combobox");
    const option = document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
    expect(option?.getAttribute("aria-selected")).toBe("true");
    const found = await axe.run(get("palette"), { rules: { "color-contrast": { enabled: false } } });
    expect(found.violations.map(({ id }) => id)).toEqual([]);
    const corner = () => document.querySelector<HTMLElement>("[data-square]")?.dataset["square"];
    const before = corner();
    await fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(corner()).not.toBe(before));
    expect(screen.queryByTestId("palette")).toBeNull();
  });

  test("arrows go round, Escape leaves, and nothing found is said", async () => {
    await open();
    await palette("screen");
    const selected = () =>
      screen.getAllByTestId("palette-entry").map((one) => one.getAttribute("aria-selected"));
    await input("palette-input", "theme");
    expect(selected()).toEqual(["true", "false", "false"]);
    await fireEvent.keyDown(get("palette-input"), { key: "ArrowUp" });
    expect(selected()).toEqual(["false", "false", "true"]);
    await input("palette-input", "zzz");
    expect(get("palette").textContent).toContain("No action matches.");
  });

  test.each([
    ["dark", /^Theme: .*dark/i],
    ["gomoku", /Gomoku/],
    ["level 3", /^Play Xiangqi: level 3/],
    ["import", /^Open a record/],
    ["resume", /There is no unfinished game/],
    ["lab", /^How the engine thinks/],
    ["coordinates", /^Coordinates|coordinates: turn/i],
    ["daily", /^Daily puzzle: Xiangqi/],
    ["setings", /^Settings/],
    ["analyse board", /^Analysis board/],
    ["trash", /^Trash/],
    ["recycle bin", /^Trash/],
    ["200", /^Text and control size: 200%/],
    ["zoom 150", /^Text and control size: 150%/],
    ["mute", /^Sound|Volume/],
    ["backup", /^Data/],
    ["pikafish", /^Engines/],
    ["tactics", /^Puzzles/],
    ["history", /^Library/],
    ["language", /^Language/],
    ["ngon ngu", /^Language/],
    ["opening", /^Openings: Xiangqi/],
    ["ecco", /^Openings: Xiangqi/],
    ["开局", /^Openings: Xiangqi/],
  ])("finds %s", async (typed, first) => {
    await open();
    expect((await palette(typed))[0]).toMatch(first);
  });

  test("greys what cannot be done now, and tells the reason", async () => {
    await open();
    await palette("resume");
    const [entry] = screen.getAllByTestId("palette-entry");
    expect(entry?.getAttribute("aria-disabled")).toBe("true");
    expect(entry?.textContent).toContain("There is no unfinished game.");
  });

  test.each([
    ["shezhi", /^设置/],
    ["sz", /设置/],
    ["wzq", /五子棋/],
    ["shense", /夜墨/],
    ["zb", /坐标/],
    ["kaiju", /^开局：象棋/m],
    ["kj", /^开局：象棋/m],
  ])("finds Chinese names by pinyin: %s", async (typed, one) => {
    await open({ settings: { language: "zh-CN" } });
    expect((await palette(typed)).join("\n")).toMatch(one);
  });

  test.each([
    ["zh-CN", "已删除", /^回收站/],
    ["zh-CN", "缩放 200", /200%/],
    ["zh-CN", "备份", /^数据/],
    // English words are typed in every language.
    ["zh-CN", "gomoku level 3", /^五子棋对局：第 3 级/],
    ["zh-CN", "lab", /^引擎怎么思考/],
    ["zh-CN", "dark", /^主题：夜墨/],
    ["zh-CN", "trash", /^回收站/],
    ["zh-CN", "openings", /^开局：象棋/],
    ["zh-TW", "開局", /^開局：象棋/],
    ["vi", "khai cuoc", /^Khai cuộc: /],
    ["vi", "gomoku level 3", /3/],
    ["vi", "sao luu", /^Dữ liệu/],
    ["vi", "am thanh", /Âm/],
  ] as const)("in %s finds %s", async (language, typed, first) => {
    await open({ settings: { language } });
    expect((await palette(typed))[0]).toMatch(first);
  });

  test("the trash opens at once, and a size is set by its figure", async () => {
    const backend = await open();
    await palette("trash");
    await fireEvent.keyDown(get("palette-input"), { key: "Enter" });
    await find("screen-library");
    expect((await screen.findByRole("heading", { level: 1, name: "Trash" })).textContent).toBe("Trash");
    await palette("200");
    await fireEvent.keyDown(get("palette-input"), { key: "Enter" });
    await waitFor(() => expect(backend.settings.uiScale).toBe(200));
  });

  test.each([{ isComposing: true }, { keyCode: 229 }])(
    "the Enter that confirms characters of an input method runs nothing: %o",
    async (composing) => {
      await open({ settings: { language: "zh-CN" } });
      await palette("棋谱");
      const field = get("palette-input");
      await fireEvent.keyDown(field, { key: "ArrowDown", ...composing });
      expect(screen.getAllByTestId("palette-entry")[0]?.getAttribute("aria-selected")).toBe("true");
      await fireEvent.keyDown(field, { key: "Enter", ...composing });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(screen.queryByTestId("palette")).not.toBeNull();
      await fireEvent.keyDown(field, { key: "Enter" });
      await waitFor(() => expect(screen.queryByTestId("palette")).toBeNull());
    },
  );

  test("a level starts a game at once", async () => {
    const backend = await open();
    await palette("gomoku level 2");
    await fireEvent.keyDown(get("palette-input"), { key: "Enter" });
    await find("screen-play");
    expect(backend.calls.some((call) => call.startsWith("newGame") || call.startsWith("start"))).toBe(true);
  });

  test("changes the screen, the theme and the language", async () => {
    const backend = await open();
    await palette("library");
    await fireEvent.keyDown(get("palette-input"), { key: "Enter" });
    await find("screen-library");
    await palette("tieng viet");
    await fireEvent.keyDown(get("palette-input"), { key: "Enter" });
    await waitFor(() => expect(document.documentElement.lang).toBe("vi"));
    expect(backend.settings.language).toBe("vi");
  });
});

/** Opens the page of the shortcuts from Settings. */
async function openShortcuts() {
  await key("6", { ctrlKey: true });
  await fireEvent.click(await find("change-keys"));
  await find("screen-shortcuts");
}

describe("keys of one's own", () => {
  test("a key is given, kept, told by the help, and does what it was given for", async () => {
    const backend = await open();
    await openShortcuts();
    await fireEvent.click(await find("key-flip"));
    await fireEvent.keyDown(get("key-flip"), { key: "j" });
    expect(backend.settings.keys).toEqual({ flip: "J" });
    expect(get("key-flip").textContent?.trim()).toBe("J");
    await key("n", { ctrlKey: true });
    await find("start");
    await fireEvent.keyDown(document.body, { key: "Enter" });
    await find("screen-play");
    const corner = () => document.querySelector<HTMLElement>("[data-square]")?.dataset["square"];
    const before = corner();
    await key("f");
    expect(corner()).toBe(before);
    await key("j");
    expect(corner()).not.toBe(before);
    await key("?");
    const help = await find("keys-dialog");
    const row = [...help.querySelectorAll("dl div")].find((one) => one.textContent?.includes("Flip"));
    expect(row?.querySelector(".key")?.textContent).toBe("J");
  });

  test.each(["Shift", "AltGraph", "CapsLock", "NumLock", "ScrollLock", "Fn", "OS"])(
    "%s alone is no key: it is waited for another",
    async (modifier) => {
      const backend = await open();
      await openShortcuts();
      await fireEvent.click(await find("key-flip"));
      await fireEvent.keyDown(get("key-flip"), { key: modifier });
      expect(get("key-flip").textContent).toContain("Press a key");
      await fireEvent.keyDown(get("key-flip"), { key: "j" });
      expect(backend.settings.keys).toEqual({ flip: "J" });
    },
  );

  test("two actions with one key are told on both, and Reset takes it back", async () => {
    const backend = await open();
    await openShortcuts();
    await fireEvent.click(await find("key-hint"));
    await fireEvent.keyDown(get("key-hint"), { key: "f" });
    expect(get("conflict-hint").textContent).toContain("Flip the board");
    expect(get("conflict-flip").textContent).toContain("Hint");
    await fireEvent.click(get("key-usual-hint"));
    await waitFor(() => expect(screen.queryByTestId("conflict-hint")).toBeNull());
    // The button is gone with the difference; the focus stays on its row.
    expect(screen.queryByTestId("key-usual-hint")).toBeNull();
    expect(document.activeElement).toBe(get("key-hint"));
    expect(backend.settings.keys).toEqual({ hint: "" });
  });

  test("Escape leaves the key as it was; Tab and the arrows stay what they are", async () => {
    const backend = await open();
    await openShortcuts();
    await fireEvent.click(await find("key-undo"));
    await fireEvent.keyDown(get("key-undo"), { key: "ArrowUp" });
    expect(get("key-undo").textContent).toContain("Press a key");
    await fireEvent.keyDown(get("key-undo"), { key: "Escape" });
    expect(get("key-undo").textContent?.trim()).toBe("Ctrl Z");
    expect(backend.settings.keys).toEqual({});
  });

  test("texts name the key that an action has now, and the help names a shared key once", async () => {
    await open({ settings: { keys: { comment: "J", play: "F8", study: "F8" } } });
    await key("3", { ctrlKey: true });
    await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
    await find("study-at");
    await key("ArrowRight");
    await fireEvent.click(get("tab-notes"));
    await waitFor(() => expect((get("comment") as HTMLTextAreaElement).placeholder).toBe("Comment (J)"));
    await key("?");
    const help = await find("keys-dialog");
    const keys = [...help.querySelectorAll(".key")].map((one) => one.textContent);
    expect(keys.filter((one) => one === "F8")).toHaveLength(1);
  });

  test("Reset is only where a key differs, and for all at once", async () => {
    const backend = await open({ settings: { keys: { flip: "J", hint: "U" } } });
    await openShortcuts();
    const resets = () => screen.queryAllByTestId(/^key-usual-/).map((one) => one.dataset["testid"]);
    expect(resets()).toEqual(["key-usual-hint", "key-usual-flip"]);
    await fireEvent.click(get("keys-usual"));
    await waitFor(() => expect(resets()).toEqual([]));
    expect(screen.queryByTestId("keys-usual")).toBeNull();
    expect(backend.settings.keys["flip"]).toBe("");
  });

  test("the page is searched, and leads back to Settings", async () => {
    await open();
    await openShortcuts();
    const shown = () => screen.queryAllByTestId(/^key-(?!usual)/).map((one) => one.dataset["testid"]);
    // Every action has its name.
    expect(shown().length).toBeGreaterThan(30);
    for (const row of get("screen-shortcuts").querySelectorAll("li span"))
      expect(row.textContent).toMatch(/\w/);
    await input("shortcuts-search", "flip");
    await waitFor(() => expect(shown()).toEqual(["key-flip", "key-flipStudy", "key-puzzleFlip"]));
    await input("shortcuts-search", "zzz");
    await waitFor(() => expect(get("screen-shortcuts").textContent).toContain("No shortcut matches."));
    const found = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(found.violations.map(({ id }) => id)).toEqual([]);
    await fireEvent.click(get("shortcuts-back"));
    await find("screen-settings");
  });

  test("the help leads to the page", async () => {
    await open();
    await key("?");
    await fireEvent.click(await find("keys-change"));
    await find("screen-shortcuts");
    expect(screen.queryByTestId("keys-dialog")).toBeNull();
  });

  test("Settings lists shortcuts only for a search", async () => {
    await open();
    await key("6", { ctrlKey: true });
    await find("change-keys");
    expect(screen.queryByTestId("key-flip")).toBeNull();
    await input("settings-search", "flip");
    await find("key-flip");
    expect(screen.queryByTestId("key-undo")).toBeNull();
  });
});
