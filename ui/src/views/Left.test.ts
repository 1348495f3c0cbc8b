// An answer that comes after the person has left an exercise.
import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { OWN_BOOK, find, get, key, open } from "../driver";
import type { MemoryBackend } from "../lib/backend/memory";
import type { EndingTape } from "../lib/backend/memory-endings";

type Held =
  | "playPuzzle"
  | "attemptLesson"
  | "answerDrill"
  | "beginPuzzle"
  | "beginLesson"
  | "beginEnding"
  | "playEnding";

/** Keeps the answers of a method back until the returned function is called. */
function hold(backend: MemoryBackend, method: Held): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const call = (backend[method] as (...args: unknown[]) => Promise<unknown>).bind(backend);
  Object.assign(backend, {
    [method]: async (...args: unknown[]) => {
      const answer = await call(...args);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return answer;
    },
  });
  return async () => {
    expect(waiting).toHaveLength(1);
    for (const answer of waiting) answer();
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
}

/** Presses points of the board as assistive technology does. */
async function press(...squares: string[]) {
  for (const square of squares)
    await fireEvent.click(document.querySelector(`[data-square="${square}"]`) as Element, { detail: 0 });
}

test("the verdict on a move of a puzzle sets no puzzle", async () => {
  const backend = await open();
  await key("4", { ctrlKey: true });
  await fireEvent.click(await find("daily-xiangqi"));
  await find("puzzle-task");
  const answer = hold(backend, "playPuzzle");
  await press("b6", "b8");
  await key("Backspace");
  await find("daily-xiangqi");
  await answer();
  expect(screen.queryByTestId("puzzle-task")).toBeNull();
  expect(get("live-polite").textContent).not.toContain("Right.");
});

test("a move that waits for the table of an ending is let go when the person leaves", async () => {
  const backend = await open();
  const { start, steps } = Object.values(backend.endings.tapes)[0] as EndingTape;
  await key("9", { ctrlKey: true });
  await fireEvent.click(await find(`ending-${start.class}-${start.index + 1}`));
  await find("ending-task");
  const answer = hold(backend, "playEnding");
  const mv = steps[0]?.mv ?? "";
  await press(mv.slice(0, 2), mv.slice(2));
  await key("Backspace");
  await find("endings");
  expect(backend.calls).toContain(`leaveEnding ${start.id}`);
  await answer();
  expect(screen.queryByTestId("ending-task")).toBeNull();
});

test("the verdict on a try of a lesson sets no step", async () => {
  const backend = await open();
  await key("7", { ctrlKey: true });
  await fireEvent.click(await find("chapter-gomoku-renju"));
  await find("lesson-task");
  const answer = hold(backend, "attemptLesson");
  await press("a1");
  await key("Backspace");
  await find("lessons");
  await answer();
  expect(screen.queryByTestId("lesson-task")).toBeNull();
  expect(get("live-assertive").textContent).not.toContain("Black may play there.");
});

test("the verdict on a move of a repertoire goes on with no training", async () => {
  const backend = await open();
  backend.books.list = [OWN_BOOK, ...backend.books.list];
  backend.repertoires.list = [
    { book: OWN_BOOK.id, game: "xiangqi", side: "first", positions: 2, known: 0, due: 2 },
  ];
  await key("2", { ctrlKey: true });
  await key("n", { ctrlKey: true });
  await fireEvent.click(await find("home-repertoire"));
  await find("drill-task");
  const answer = hold(backend, "answerDrill");
  await press("h2", "e2");
  await key("Backspace");
  await answer();
  await find("repertoires");
  expect(screen.queryByTestId("drill-task")).toBeNull();
  expect(get("live-polite").textContent).not.toContain("Right.");
});

/** Opens a screen with exercises, presses the button of one, and leaves for the choice before it comes. */
async function left(screenKey: string, method: Held, button: (backend: MemoryBackend) => string) {
  const backend = await open();
  await key(screenKey, { ctrlKey: true });
  const press = await find(button(backend));
  const answer = hold(backend, method);
  await fireEvent.click(press);
  await key(screenKey, { ctrlKey: true });
  await answer();
}

test.each([
  ["puzzle", "4", "beginPuzzle", () => "daily-xiangqi"],
  ["lesson", "7", "beginLesson", () => "chapter-gomoku-renju"],
  [
    "ending",
    "9",
    "beginEnding",
    ({ endings }: MemoryBackend) => {
      const { start } = Object.values(endings.tapes)[0] as EndingTape;
      return `ending-${start.class}-${start.index + 1}`;
    },
  ],
] as const)("no %s is shown that comes late", async (name, screenKey, method, button) => {
  await left(screenKey, method, button);
  expect(screen.queryByTestId(`${name}-task`)).toBeNull();
});
