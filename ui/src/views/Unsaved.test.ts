import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { find, get, key, open } from "../driver";

const refusal = (code: "unsaved" | "unsaved-study") => ({
  code,
  message: "The disk is full.",
  at: "/games/journal/1.jsonl",
  points: [],
  obstacles: [],
});

/** Plays a move of a new game, after which nothing can be written. */
async function unwritten() {
  const fail: { rematch?: ReturnType<typeof refusal>; newGame?: ReturnType<typeof refusal> } = {};
  const backend = await open({ fail });
  await fireEvent.click(get("start"));
  await find("screen-play");
  await key("n", { ctrlKey: true });
  await find("screen-home");
  fail.newGame = refusal("unsaved");
  await fireEvent.click(get("start"));
  await find("unsaved-dialog");
  return { backend, fail };
}

const begun = (calls: readonly string[]) => calls.filter((call) => call === "newGame").length;

test("a game that the disk does not have is named before it would be lost", async () => {
  await unwritten();
  const dialog = get("unsaved-dialog");
  expect(dialog.textContent).toContain("/games/journal/1.jsonl");
  const found = await axe.run(dialog, { rules: { "color-contrast": { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
});

test("a second try goes on as soon as the disk takes the game", async () => {
  const { backend, fail } = await unwritten();
  await fireEvent.click(get("unsaved-again"));
  await find("unsaved-dialog");
  delete fail.newGame;
  await fireEvent.click(get("unsaved-again"));
  await find("screen-play");
  expect(screen.queryByTestId("unsaved-dialog")).toBeNull();
  expect(begun(backend.calls)).toBe(4);
});

test("the game is lost only by that button, and kept by Escape", async () => {
  const { backend } = await unwritten();
  await fireEvent(get("unsaved-dialog"), new Event("cancel", { cancelable: true }));
  await waitFor(() => expect(screen.queryByTestId("unsaved-dialog")).toBeNull());
  expect([begun(backend.calls), backend.calls.includes("giveUpUnsaved")]).toEqual([2, false]);
  await fireEvent.click(get("start"));
  await find("unsaved-dialog");
  await fireEvent.click(get("unsaved-lose"));
  await find("screen-play");
  expect(backend.calls.includes("giveUpUnsaved")).toBe(true);
});

test("the game can be exported to another place first", async () => {
  const { backend } = await unwritten();
  await fireEvent.click(get("unsaved-export"));
  await find("export-dialog");
  expect(backend.calls.some((call) => call.startsWith("exportForms"))).toBe(true);
});

test("a window that would lose a study stays, and closes once it is given up", async () => {
  const backend = await open();
  backend.refuseToClose(refusal("unsaved-study"));
  const dialog = await find("unsaved-dialog");
  expect(dialog.textContent).toContain("The study is only in memory");
  await fireEvent.click(get("unsaved-lose"));
  await waitFor(() => expect(backend.calls.slice(-2)).toEqual(["giveUpUnsaved", "closeWindow"]));
});
