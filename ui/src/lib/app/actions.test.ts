import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import AppFrame from "../../App.svelte";
import { find, key, open } from "../../driver";
import { ENDINGS } from "../backend/fixtures";
import { MemoryBackend } from "../backend/memory";
import { LANGS, say } from "../i18n/text";
import { ACTIONS, actionOf, conflictsOf, keysOf, type ActionId, type ScreenName } from "./actions";
import { App } from "./app.svelte";
import { ActionRegistry } from "./registry";
import { chordText, helpSections, shortcutsOf } from "./shortcuts";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";

const press = (name: string, init: KeyboardEventInit = {}) =>
  new KeyboardEvent("keydown", { key: name, cancelable: true, ...init });

/** The actions that a press runs on a screen with these actions and custom keys. */
function doing(ids: readonly ActionId[], keys: Record<string, string> = {}) {
  const actions = new ActionRegistry(() => keys);
  let done = "";
  actions.use(() => Object.fromEntries(ids.map((id) => [id, () => (done = id)])));
  return (name: string, init?: KeyboardEventInit) => {
    done = "";
    const event = press(name, init);
    if (!actions.press(event, true)) actions.press(event, false);
    expect(event.defaultPrevented).toBe(done !== "");
    return done;
  };
}

const on = (name: ScreenName) =>
  ACTIONS.filter(({ screens }) => screens === "everywhere" || screens.includes(name)).map(({ id }) => id);

test("no two actions of a screen have the same key as they come, and each has a name", () => {
  for (const action of ACTIONS) {
    if (action.binding !== "local") expect(conflictsOf(action, {}), action.id).toEqual([]);
    expect(say("en", action.label), action.id).not.toBe("");
    if (action.help) expect(say("en", action.help), action.id).not.toBe("");
  }
  expect(new Set(ACTIONS.map(({ id }) => id)).size).toBe(ACTIONS.length);
});

test("a key that was given stands for the usual one, which does nothing any more", () => {
  const play = doing(on("play"), { hint: "J" });
  expect(["j", "h", "f", "m"].map((name) => play(name))).toEqual(["hint", "", "flip", ""]);
  // On the board a letter is a file, so the action needs Shift.
  const shifted = ["J", "H", "F"].map((name) => play(name, { shiftKey: true }));
  expect(shifted).toEqual(["hint", "", "flip"]);
});

test("Shift with a letter is the letter, as a focused board needs it, and no key of its own", () => {
  const own = ACTIONS.filter(({ binding }) => binding !== "local").flatMap((action) => keysOf(action, {}));
  expect(own.filter((key) => /^Shift\+[A-Z]$/.test(key))).toEqual([]);
  const study = doing(on("study"));
  expect(["C", "M"].map((name) => study(name, { shiftKey: true }))).toEqual(["comment", "nextMistake"]);
  // Option on a Mac types another letter.
  expect([
    study("v", { altKey: true }),
    study("ç", { altKey: true, code: "KeyC" }),
    study("µ", { altKey: true, code: "KeyM" }),
  ]).toEqual(["merge", "copyLine", "previousMistake"]);
});

test("a key counts on its screen alone; two actions may change places", () => {
  const puzzles = doing(on("puzzles"), { hint: "J" });
  expect(["j", "h"].map((name) => puzzles(name))).toEqual(["", "puzzleHint"]);
  const play = doing(on("play"), { hint: "F", flip: "H" });
  expect(["h", "f"].map((name) => play(name))).toEqual(["flip", "hint"]);
});

test("a key that was given counts before that of a fixed action", () => {
  const study = doing(on("study"), { retry: "W", comment: "Home" });
  expect(["w", "Home", "End"].map((name) => study(name))).toEqual(["retry", "comment", "lineEnd"]);
});

test("a fixed key cannot be given away", () => {
  for (const action of ACTIONS.filter(({ binding }) => binding === "fixed")) {
    const keys = { [action.id]: "Ctrl+Shift+Q" };
    expect(keysOf(action, keys), action.id).toEqual(keysOf(action, {}));
    const [screen] = action.screens === "everywhere" ? (["home"] as const) : action.screens;
    expect(doing(on(screen ?? "home"), keys)("Q", { ctrlKey: true, shiftKey: true }), action.id).toBe("");
  }
});

test("conflicts are told on a screen and with what is everywhere, an empty key is the usual one", () => {
  const ids = (id: ActionId, keys: Record<string, string>) =>
    conflictsOf(actionOf(id), keys).map((one) => one.id);
  expect(ids("hint", { hint: "F" })).toEqual(["flip"]);
  expect(ids("flip", { hint: "F" })).toEqual(["hint"]);
  expect(ids("new", { hint: "Ctrl+N" })).toEqual(["hint"]);
  expect(ids("hint", { hint: "M" })).toEqual([]);
  expect(ids("hint", { hint: "" })).toEqual([]);
  expect(ids("retry", { retry: "W" })).toEqual(["lab"]);
  // A record is pasted on every screen, although no action does it.
  expect(ids("hint", { hint: "Ctrl+V" })).toEqual(["paste"]);
});

test("an action is done by its id, whatever key it was given, and only where it can be done", () => {
  const done: string[] = [];
  const actions = new ActionRegistry(() => ({ resign: "Q", hint: "Ctrl+Shift+R" }));
  const remove = actions.use(
    () => ({ resign: () => done.push("resign"), undo: false, threats: (key) => done.push(String(key)) }),
    () => done.push("before"),
  );
  for (const id of ["resign", "undo", "threats"] as const) actions.run(id);
  expect(done).toEqual(["before", "resign", "before", "null"]);
  expect(actions.registered().map(({ id }) => id)).toEqual(["undo", "resign", "threats"]);
  remove();
  actions.run("resign");
  expect([done.length, actions.registered()]).toEqual([4, []]);
});

test("an action that cannot be done now tells the reason, by its key and by its name", () => {
  const told: string[] = [];
  const actions = new ActionRegistry(
    () => ({}),
    (why) => told.push(why),
  );
  actions.use(() => ({ threats: { why: "not now" }, hint: () => {}, undo: false }));
  const event = press("x");
  expect([actions.press(event, false), event.defaultPrevented]).toEqual([true, true]);
  actions.run("threats");
  expect(told).toEqual(["not now", "not now"]);
  expect((["threats", "hint", "undo"] as const).map((id) => actions.whyNot(id))).toEqual([
    "not now",
    null,
    null,
  ]);
});

test("an action that cannot be done leaves the key alone", () => {
  const actions = new ActionRegistry(() => ({}));
  actions.use(() => ({ hint: false }));
  const event = press("h");
  expect([actions.press(event, false), event.defaultPrevented]).toEqual([false, false]);
});

test("letters and the keys of one screen belong to a text field, Ctrl with a digit does not", () => {
  const field = document.body.appendChild(document.createElement("input"));
  const actions = new ActionRegistry(() => ({ new: "J" }));
  const done: string[] = [];
  actions.use(() => ({
    undo: () => done.push("undo"),
    new: () => done.push("new"),
    play: () => done.push("play"),
  }));
  const types = (name: string, init: KeyboardEventInit = {}) => {
    field.addEventListener("keydown", (event) => actions.press(event, false), { once: true });
    field.dispatchEvent(press(name, init));
  };
  types("z", { ctrlKey: true });
  types("j");
  types("1", { ctrlKey: true });
  field.remove();
  expect(done).toEqual(["play"]);
});

describe("on a Mac", () => {
  beforeEach(() => void vi.spyOn(navigator, "userAgent", "get").mockReturnValue(MAC));
  afterEach(() => void vi.restoreAllMocks());

  /** Presses a key in a text field, and returns the actions that run. */
  function types(name: string, init: KeyboardEventInit) {
    const field = document.body.appendChild(document.createElement("input"));
    const actions = new ActionRegistry(() => ({}));
    const done: string[] = [];
    const ids = ["export", "new", "open", "palette", "swap", "play"] as const;
    actions.use(() => Object.fromEntries(ids.map((id) => [id, () => done.push(id)])));
    const event = press(name, init);
    field.addEventListener("keydown", () => actions.press(event, false), { once: true });
    field.dispatchEvent(event);
    field.remove();
    expect(event.defaultPrevented).toBe(done.length > 0);
    return done;
  }

  test("Control with a letter edits a text field, and Command runs an action", () => {
    for (const [name, id] of [
      ["e", "export"],
      ["n", "new"],
      ["o", "open"],
      ["k", "palette"],
    ] as const) {
      expect(types(name, { ctrlKey: true }), name).toEqual([]);
      expect(types(name, { metaKey: true }), name).toEqual([id]);
    }
    expect(types("1", { metaKey: true })).toEqual(["play"]);
    expect(types("Tab", { ctrlKey: true })).toEqual(["swap"]);
  });

  test("outside a field Control with a letter runs an action", () => {
    expect(doing(["export"])("e", { ctrlKey: true })).toBe("export");
  });
});

test("arrows step through moves where only the pointer focused a control", () => {
  const tab = document.body.appendChild(document.createElement("button"));
  const list = document.body.appendChild(document.createElement("select"));
  const field = document.body.appendChild(document.createElement("input"));
  const done: string[] = [];
  const own = (event: Event) => event.defaultPrevented || done.push("own");
  const actions = new ActionRegistry(() => ({}));
  actions.use(() => ({ back: () => done.push("back") }));
  const capture = (event: KeyboardEvent) => actions.press(event, true);
  document.addEventListener("keydown", capture, true);
  const clicked = (element: HTMLElement) => {
    (document.activeElement as HTMLElement | null)?.blur();
    fireEvent.pointerDown(element);
    element.focus();
    fireEvent.pointerUp(element);
  };
  for (const element of [tab, list, field]) {
    element.addEventListener("keydown", own);
    element.focus();
    element.dispatchEvent(press("ArrowLeft", { bubbles: true }));
    clicked(element);
    element.dispatchEvent(press("ArrowLeft", { bubbles: true }));
  }
  expect(done).toEqual(["own", "back", "own", "back", "own", "own"]);
  document.removeEventListener("keydown", capture, true);
  for (const element of [tab, list, field]) element.remove();
});

test("the help names each screen that has a key", () => {
  const screens = ACTIONS.filter(({ help }) => help === "keys.screens");
  for (const lang of LANGS)
    expect(say(lang, "keys.screens").split(/, |、/)).toEqual(screens.map(({ label }) => say(lang, label)));
});

test("keys are told to the eye, to assistive technology and in the help", () => {
  expect(["Ctrl+Shift+R", "Shift+ArrowLeft", "+", "Ctrl++", "Escape"].map(chordText)).toEqual([
    "Ctrl Shift R",
    "Shift ←",
    "+",
    "Ctrl +",
    "Esc",
  ]);
  const shortcuts = shortcutsOf(() => ({ hint: "J" }));
  expect([shortcuts.aria("undo"), shortcuts.text("undo"), shortcuts.aria("hint")]).toEqual([
    "Control+Z",
    "Ctrl Z",
    "J",
  ]);
  const rows = helpSections({ hint: "J", library: "L" }).flatMap(({ rows }) => rows);
  const keys = (help: string) => rows.find((row) => row.help === help)?.keys;
  expect(keys("keys.screens")).toEqual([
    "Ctrl 1",
    "Ctrl 2",
    "L",
    "Ctrl 4",
    "Ctrl 5",
    "Ctrl 6",
    "Ctrl 7",
    "Ctrl 8",
    "Ctrl 9",
    "Ctrl 0",
  ]);
  expect(keys("keys.glyphs")).toEqual(["1 – 6"]);
  expect(keys("keys.onBoard")).toEqual(["Shift J", "D", "F"]);
  expect(keys("keys.lines")).toEqual(["+", "-"]);
});

const SCREENS: Record<ScreenName, () => Promise<unknown>> = {
  home: () => find("start"),
  play: async () => {
    await fireEvent.click(await find("start"));
    return find("status");
  },
  library: async () => {
    await key("3", { ctrlKey: true });
    // The first screen has rows of games, too.
    await find("screen-library");
    return screen.findAllByTestId("library-row");
  },
  study: async () => {
    await key("3", { ctrlKey: true });
    // The first screen has rows of games, too.
    await find("screen-library");
    await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
    return find("study-at");
  },
  editor: async () => {
    await fireEvent.click(await find("home-position"));
    return find("editor-verdict");
  },
  lab: async () => {
    await fireEvent.click(await find("home-lab"));
    return find("lab-run");
  },
  puzzles: async () => {
    await key("4", { ctrlKey: true });
    await fireEvent.click(await find("daily-xiangqi"));
    return find("puzzle-task");
  },
  lessons: async () => {
    await fireEvent.click(await find("home-lessons"));
    return find("lesson-task");
  },
  endings: async () => {
    await fireEvent.click(await find("home-endings"));
    const [ending] = Object.values(ENDINGS.tapes);
    await fireEvent.click(await find(`ending-${ending?.start.class}-${(ending?.start.index ?? 0) + 1}`));
    return find("ending-task");
  },
  repertoires: async () => {
    await key("2", { ctrlKey: true });
    await find("study-at");
    await key("b");
    await fireEvent.click(await find("book-new"));
    await fireEvent.click(await find("book-create"));
    await fireEvent.click(await find("book-train-first"));
    return find("drill-task");
  },
  class: async () => {
    await fireEvent.click(await find("opponent-network"));
    await fireEvent.click(await find("network-class"));
    return find("class-waits");
  },
  classics: async () => {
    await key("8", { ctrlKey: true });
    return find("classics-search");
  },
  engines: async () => {
    await key("5", { ctrlKey: true });
    return find("engine-add");
  },
  settings: async () => {
    await key("6", { ctrlKey: true });
    return find("version");
  },
  shortcuts: async () => {
    await key("6", { ctrlKey: true });
    await fireEvent.click(await find("change-keys"));
    return find("shortcuts-back");
  },
};

test.each(Object.keys(SCREENS) as ScreenName[])("%s has a handler for each of its actions", async (name) => {
  await open();
  cleanup();
  const app = new App(new MemoryBackend({ thinkMs: 0, settings: { language: "en" } }));
  render(AppFrame, { props: { app } });
  await find("rail-home");
  await SCREENS[name]();
  const handled = new Set(app.actions.registered().map(({ id }) => id));
  for (const action of ACTIONS) {
    const here = action.screens === "everywhere" || action.screens.includes(name);
    if (action.binding === "local") expect(handled, action.id).not.toContain(action.id);
    else expect(handled.has(action.id), action.id).toBe(here);
  }
});
