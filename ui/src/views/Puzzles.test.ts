import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, input, key, open } from "../driver";
import type { Settings } from "../lib/bindings";

const state = () => get("puzzle-state").dataset.state;
const says = (testid: string, text: string) => waitFor(() => expect(get(testid).textContent).toContain(text));

/** Opens the puzzle of the day by keys. */
async function daily(settings: Partial<Settings> = {}) {
  const backend = await open({ settings });
  await key("4", { ctrlKey: true });
  await fireEvent.click(await find("daily-xiangqi"));
  await find("puzzle-task");
  return backend;
}

async function type(mv: string) {
  await key("/");
  await find("typed-move");
  await input("typed-move", mv);
  await fireEvent.click(get("typed-move-go"));
}

describe("the choice", () => {
  test("offers the day's, what comes again and every kind that there is", async () => {
    await open();
    await key("4", { ctrlKey: true });
    await says("puzzle-streak", "start a streak");
    expect(get("daily-gomoku").textContent).toContain("Not solved yet");
    expect((get("puzzles-due") as HTMLButtonElement).disabled).toBe(true);
    expect(screen.queryByTestId("puzzles-own")).toBeNull();
    expect(get("shelf-mate-2").getAttribute("aria-label")).toBe("Mate, difficulty 2: 0 of 3 solved");
    expect(screen.queryByTestId("shelf-mate-5")).toBeNull();
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
  });

  test("stands on Home as a tile, too", async () => {
    const backend = await open();
    await fireEvent.click(await find("home-daily"));
    await says("puzzle-task", "Red to move: mate in 2.");
    expect(backend.calls).toContain("beginPuzzle daily");
  });
});

describe("a puzzle", () => {
  test("is solved by typed moves, announced, and counted", async () => {
    await daily();
    await says("puzzle-task", "Red to move: mate in 2.");
    await type("b6b8");
    await says("puzzle-state", "Find move 2 of 2");
    await says("live-polite", "Right.");
    await type("a7a9");
    await says("puzzle-state", "Solved.");
    expect(state()).toBe("solved");
    await says("live-assertive", "Solved.");
    expect(get("puzzle-grade").textContent).toContain("★★☆☆☆");
    await fireEvent.click(get("puzzle-back"));
    await says("puzzle-streak", "Streak: 1 day");
    await says("daily-xiangqi", "Solved today");
  });

  test("shows what is wrong with a wrong move, and Space takes it back", async () => {
    await daily();
    await type("a7a9");
    await says("puzzle-state", "Not the move.");
    await says("puzzle-refuted", "e9e8");
    expect(state()).toBe("wrong");
    await key("Escape");
    (document.activeElement as HTMLElement).blur();
    await key(" ");
    await waitFor(() => expect(state()).toBe("solving"));
    expect(screen.queryByTestId("puzzle-refuted")).toBeNull();
  });

  test("gives a hint, then the move, then the solution", async () => {
    await daily();
    await key("H", { shiftKey: true });
    await says("puzzle-hint", "The marked piece moves");
    await key("H", { shiftKey: true });
    await says("puzzle-hint", "The move is b6b8");
    await key("s");
    await says("puzzle-state", "This is the solution. You will see this puzzle again tomorrow.");
    expect(state()).toBe("shown");
  });

  test("tells the move in the notation that was chosen", async () => {
    await daily({ notation: "iccs" });
    await key("H", { shiftKey: true });
    await key("H", { shiftKey: true });
    await says("puzzle-hint", "The move is B6-B8");
  });

  test("says why a move is refused, and it costs nothing", async () => {
    await daily();
    await type("a0a9");
    await find("typed-move-error");
    expect(state()).toBe("solving");
  });

  test("of a kind is followed by the next one of it", async () => {
    const backend = await open();
    await key("4", { ctrlKey: true });
    await fireEvent.click(await find("shelf-mate-2"));
    await find("puzzle-task");
    await key("s");
    await waitFor(() => expect(state()).toBe("shown"));
    await key("n");
    await waitFor(() => expect(state()).toBe("solving"));
    expect(backend.calls.filter((call) => call === "beginPuzzle fresh")).toHaveLength(2);
    await key("Escape");
    await find("puzzles");
  });
});
