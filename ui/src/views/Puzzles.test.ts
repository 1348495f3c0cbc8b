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
    expect(get("daily-task").textContent).toBe("Red to move: mate in\u00a02.");
    expect(get("daily-xiangqi").textContent).toBe("Solve");
    expect(document.querySelectorAll("main .seal")).toHaveLength(1);
    expect(get("daily-gomoku").textContent).toContain("Not solved yet");
    expect((get("puzzles-due") as HTMLButtonElement).disabled).toBe(true);
    expect(screen.queryByTestId("puzzles-own")).toBeNull();
    // Its name begins with the words in view, for people who speak them.
    expect(screen.getByRole("button", { name: /^Chariots in turn\s+0 of 3 solved$/ })).toBe(
      get("theme-twinRooks"),
    );
    expect(screen.queryByTestId("theme-doubleCannon")).toBeNull();
    await fireEvent.click(get("grade-5"));
    expect(screen.queryByTestId("theme-twinRooks")).toBeNull();
    await fireEvent.click(get("grade-2"));
    expect(get("theme-twinRooks")).toBeTruthy();
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
  });

  test("stands on Home as a tile, too", async () => {
    const backend = await open();
    await fireEvent.click(await find("home-daily"));
    await says("puzzle-task", "Red to move: mate in\u00a02.");
    expect(backend.calls).toContain("beginPuzzle daily");
  });

  test("is looked up again when the window comes back, which may be on another day", async () => {
    const backend = await open();
    await find("home-daily");
    const looks = () => backend.calls.filter((call) => call === "puzzlesToday").length;
    const before = looks();
    await fireEvent.focus(window);
    await waitFor(() => expect(looks()).toBe(before + 1));
  });
});

describe("a puzzle", () => {
  test("is solved by typed moves, announced, and counted", async () => {
    await daily();
    await says("puzzle-task", "Red to move: mate in\u00a02.");
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
    await says("daily-state-xiangqi", "Solved today");
    // The red button goes on with what there is to do.
    await fireEvent.click(get("puzzles-more"));
    await says("puzzle-task", "mate in\u00a02");
  });

  test("names the mate once it is solved, and its line is stepped through", async () => {
    await daily();
    expect(screen.queryByTestId("puzzle-shape")).toBeNull();
    await key("s");
    await waitFor(() => expect(state()).toBe("shown"));
    expect(get("puzzle-shape").textContent).toContain("Chariots in turn");
    const at = (square: string) =>
      document.querySelector(`[data-square="${square}"]`)?.getAttribute("aria-label") ?? "";
    expect(at("a9")).toContain("chariot");
    // On the board arrows move the cursor; brackets step from everywhere.
    await key("[");
    expect(at("a7")).toContain("chariot");
    (document.activeElement as HTMLElement).blur();
    await key("ArrowLeft");
    expect(at("b8")).toContain("chariot");
    await key("ArrowRight");
    expect(get("puzzle-line").querySelector("[aria-current]")?.textContent).toBe("e9d9");
    await key("Home");
    expect(at("b6")).toContain("chariot");
    await key("]");
    expect(at("b8")).toContain("chariot");
    await fireEvent.click(get("solution-last"));
    expect(at("a9")).toContain("chariot");
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  test("is analysed as a study once it is over, with the solution as moves", async () => {
    const backend = await daily();
    await key("a");
    expect(screen.queryByTestId("screen-study")).toBeNull();
    await key("s");
    await waitFor(() => expect(state()).toBe("shown"));
    await fireEvent.click(get("puzzle-analyse"));
    await find("screen-study");
    expect(backend.calls).toContain("checkPosition");
    expect(backend.calls).toContain("newStudy");
  });

  test("of the day is followed by one of the same game, and the button says so", async () => {
    const backend = await daily();
    await key("s");
    await waitFor(() => expect(state()).toBe("shown"));
    expect(get("puzzle-next").textContent?.trim()).toBe("Next Xiangqi puzzle");
    await fireEvent.click(get("puzzle-next"));
    await waitFor(() => expect(state()).toBe("solving"));
    expect(backend.calls.filter((call) => call.startsWith("beginPuzzle"))).toEqual([
      "beginPuzzle daily",
      "beginPuzzle fresh",
    ]);
  });

  test("is never left by Escape; Backspace and the rail lead back", async () => {
    await daily();
    for (let presses = 0; presses < 3; presses++) await key("Escape");
    expect(get("puzzle-task")).toBeTruthy();
    await key("Backspace");
    await fireEvent.click(await find("daily-xiangqi"));
    await find("puzzle-task");
    await fireEvent.click(get("rail-puzzles"));
    await find("puzzles");
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
    await fireEvent.click(await find("theme-twinRooks"));
    await find("puzzle-task");
    await key("s");
    await waitFor(() => expect(state()).toBe("shown"));
    await key("n");
    await waitFor(() => expect(state()).toBe("solving"));
    expect(backend.calls.filter((call) => call === "beginPuzzle fresh")).toHaveLength(2);
    await fireEvent.click(get("puzzle-back"));
    await find("puzzles");
  });
});

describe("a timed run", () => {
  const run = async () => {
    const backend = await open();
    await key("4", { ctrlKey: true });
    await fireEvent.click(await find("puzzles-run"));
    await find("run-time");
    return backend;
  };
  const solve = async () => {
    await type("b6b8");
    await says("puzzle-state", "Find move 2 of 2");
    await type("a7a9");
  };

  test("is one button, counts what is solved, and goes on alone", async () => {
    const backend = await run();
    await says("live-polite", "Timed run of five minutes.");
    expect(get("run-time").textContent?.trim()).toMatch(/^(5:00|4:5\d)$/);
    expect(screen.queryByTestId("puzzle-hint-ask")).toBeNull();
    await key("s");
    await key("H", { shiftKey: true });
    await solve();
    await says("run-solved", "Solved: 1");
    await waitFor(() => expect(backend.calls).toContain("beginPuzzle nextOfRun"));
    await says("puzzle-state", "Find move 1 of 2");
    expect(get("run-missed").textContent).toBe("Missed: 0 of 3");
    expect(backend.calls.filter((call) => call.startsWith("playPuzzle"))).toHaveLength(2);
  });

  test("ends at the third miss, tells the result, and Space begins another", async () => {
    const backend = await run();
    await solve();
    for (let missed = 1; missed <= 3; missed++) {
      await waitFor(() => expect(state()).toBe("solving"));
      await type("a7a9");
      await says("run-missed", `Missed: ${missed} of 3`);
      // The next one need not be waited for.
      if (missed < 3) {
        (document.activeElement as HTMLElement).blur();
        await key(" ");
      }
    }
    await says("run-result", "1 puzzle solved.");
    expect(get("run-best").textContent).toBe("Your best run so far.");
    await says("live-assertive", "That was the third miss. 1 puzzle solved. Your best run so far.");
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    (document.activeElement as HTMLElement).blur();
    await key(" ");
    await waitFor(() => expect(state()).toBe("solving"));
    expect(backend.calls.filter((call) => call === "beginPuzzle run")).toHaveLength(2);
    await key("Backspace");
    await says("puzzle-state", "You stopped the run.");
    expect(get("run-best").textContent).toBe("Your best run: 1.");
    await key("Backspace");
    await says("puzzles-run", "Best: 1");
  });

  test("ends when the screen is left", async () => {
    const backend = await run();
    await key("3", { ctrlKey: true });
    await waitFor(() => expect(backend.calls).toContain("stopPuzzleRun"));
    await key("4", { ctrlKey: true });
    await says("puzzle-state", "You stopped the run.");
  });
});

describe("own sets", () => {
  test("are imported from a file, solved and deleted; what is skipped is told with its place", async () => {
    const backend = await open();
    await key("4", { ctrlKey: true });
    await fireEvent.click(await find("sets-import"));
    await says("sets-imported", "rooks: 1 puzzle imported, 1 of them proved.");
    await says("live-polite", "rooks: 1 puzzle imported");
    await says("sets-imported", "2 entries were skipped:");
    await says("sets-imported", "Line 4: No win can be proved, and no line is given.");
    await says("sets-imported", "Entry 3: This is a game from its first move.");
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
    await fireEvent.click(await find("set-0"));
    await says("puzzle-place", "rooks: 1 of 1");
    await says("puzzle-place", "Two rooks");
    expect(backend.calls).toContain("beginPuzzle ownSet");
    await key("Backspace");
    (await find("set-delete-0")).focus();
    await fireEvent.click(get("set-delete-0"));
    expect(backend.calls).not.toContain("deletePuzzleSet 0");
    await waitFor(() => expect(document.activeElement).toBe(get("set-delete-sure")));
    await fireEvent.click(get("set-delete-sure"));
    await says("live-polite", "Puzzle set deleted: rooks.");
    await waitFor(() => expect(screen.queryByTestId("set-0")).toBeNull());
    expect(backend.calls).toContain("deletePuzzleSet 0");
    await waitFor(() => expect(document.activeElement?.closest("main button, h1")).toBeTruthy());
  });
});
