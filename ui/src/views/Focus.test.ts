// Where the focus is when the content of a screen changes.
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { find, get, key, open } from "../driver";
import type { EndingTape } from "../lib/backend/memory-endings";

/** The heading or the stage has the focus. */
const atHead = () => waitFor(() => expect(document.activeElement?.matches(".stage, h1")).toBe(true));

test("the next study, a new board and the study behind a closed one take it", async () => {
  await open();
  for (const row of [0, 1]) {
    await key("3", { ctrlKey: true });
    await fireEvent.click((await screen.findAllByTestId("library-row"))[row] as HTMLElement);
    await find("study-at");
  }
  const tabs = (at: number, of: number) =>
    waitFor(() =>
      expect([
        screen.getAllByTestId("study-tab").findIndex((tab) => tab.getAttribute("aria-selected") === "true"),
        screen.getAllByTestId("study-tab").length,
      ]).toEqual([at, of]),
    );
  get("study-tab-new").focus();
  await key("PageDown", { ctrlKey: true });
  await tabs(0, 2);
  await atHead();
  get("study-tab-new").focus();
  await key("t", { ctrlKey: true });
  await tabs(2, 3);
  await atHead();
  get("study-tab-new").focus();
  await key("w", { ctrlKey: true });
  await tabs(1, 2);
  await atHead();
});

test.each([
  ["a puzzle", "4", () => "daily-xiangqi", "puzzle-task"],
  ["a lesson", "7", () => "chapter-gomoku-renju", "lesson-task"],
  [
    "an ending",
    "9",
    (tapes: Record<string, EndingTape>) => {
      const { start } = Object.values(tapes)[0] as EndingTape;
      return `ending-${start.class}-${start.index + 1}`;
    },
    "ending-task",
  ],
] as const)("the choice takes it after %s", async (_, screenKey, button, task) => {
  const { endings } = await open();
  await key(screenKey, { ctrlKey: true });
  await fireEvent.click(await find(button(endings.tapes)));
  await find(task);
  await waitFor(() => expect(document.activeElement?.closest("[role=application]")).toBeTruthy());
  await key("Backspace");
  await waitFor(() => expect(screen.queryByTestId(task)).toBeNull());
  await atHead();
});

test("the list takes it after a training", async () => {
  const backend = await open();
  backend.books.list = [
    { ...(backend.books.list[0] as (typeof backend.books.list)[number]), id: "mine.book", name: "mine" },
    ...backend.books.list,
  ];
  backend.repertoires.list = [
    { book: "mine.book", game: "xiangqi", side: "first", positions: 2, known: 0, due: 2 },
  ];
  await key("2", { ctrlKey: true });
  await key("n", { ctrlKey: true });
  await fireEvent.click(await find("home-repertoire"));
  await find("drill-task");
  await key("Backspace");
  await find("repertoires");
  await atHead();
});
