import { afterEach, expect, test } from "vitest";
import { say } from "../i18n/text";
import { ACTIONS, conflictsOf, press, useKeymap, usualKey } from "./keymap";
import { chord } from "./keys";

const find = (id: string) => {
  const action = ACTIONS.find((one) => one.id === id);
  if (!action) throw new Error(`no action ${id}`);
  return action;
};

afterEach(() => useKeymap("home", {}));

test("no two actions of a screen have the same key as they come, and each has a name", () => {
  for (const action of ACTIONS) {
    expect(conflictsOf(action, {}), action.id).toEqual([]);
    expect(say("en", action.label), action.id).not.toBe("");
  }
  expect(new Set(ACTIONS.map(({ id }) => id)).size).toBe(ACTIONS.length);
});

test("a key that was given stands for the usual one, which does nothing any more", () => {
  useKeymap("play", { hint: "J" });
  expect(["J", "H", "F", "ArrowLeft"].map(usualKey)).toEqual(["H", "", "F", "ArrowLeft"]);
  // On the board a letter is a file: Shift goes along.
  expect(["Shift+J", "Shift+H", "Shift+F"].map(usualKey)).toEqual(["Shift+H", "", "Shift+F"]);
});

test("a key counts on its screen alone; two actions may change places", () => {
  useKeymap("puzzles", { hint: "J" });
  expect(["J", "H"].map(usualKey)).toEqual(["J", "H"]);
  useKeymap("play", { hint: "F", flip: "H" });
  expect(["H", "F"].map(usualKey)).toEqual(["F", "H"]);
});

test("conflicts are told on a screen and with what is everywhere, an empty key is the usual one", () => {
  const ids = (id: string, keys: Record<string, string>) => conflictsOf(find(id), keys).map((one) => one.id);
  expect(ids("hint", { hint: "F" })).toEqual(["flip"]);
  expect(ids("flip", { hint: "F" })).toEqual(["hint"]);
  expect(ids("new", { hint: "Ctrl+N" })).toEqual(["hint"]);
  expect(ids("hint", { hint: "M" })).toEqual([]);
  expect(ids("hint", { hint: "" })).toEqual([]);
});

test("an action is done by its usual key, whatever key it was given", () => {
  useKeymap("play", { resign: "Q", hint: "Ctrl+Shift+R" });
  const heard: string[] = [];
  const listen = (event: KeyboardEvent) => heard.push(chord(event));
  window.addEventListener("keydown", listen);
  press(find("resign"), document.body);
  press(find("threats"), document.body);
  window.removeEventListener("keydown", listen);
  expect(heard).toEqual(["Ctrl+Shift+R", "X"]);
});
