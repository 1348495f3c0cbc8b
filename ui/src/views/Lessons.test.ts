import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, hears, input, key, open } from "../driver";
import { LESSON_STEPS } from "../lib/bindings";
import type { MemoryOptions } from "../lib/backend/memory";
import { LANGS, say, type Key } from "../lib/i18n/text";

const state = () => get("lesson-state").dataset.state;
const becomes = (wanted: string) => waitFor(() => expect(state()).toBe(wanted));
const task = () => get("lesson-task").textContent;

/** Opens the page with moves in coordinates. */
const begin = (options: MemoryOptions = {}) => open({ ...options, settings: { notation: "uci" } });

/** Presses a point of the board as assistive technology does. */
async function press(square: string) {
  await fireEvent.click(document.querySelector(`[data-square="${square}"]`) as Element, { detail: 0 });
}

/** Types a move into the field. */
async function type(mv: string) {
  await key("/");
  await find("typed-move");
  await input("typed-move", mv);
  await fireEvent.click(get("typed-move-go"));
}

test("every step and every chapter has its texts in every language", () => {
  const chapters = [...new Set(LESSON_STEPS.map((id) => id.split(".").slice(0, 2).join(".")))];
  expect(chapters.length).toBeGreaterThan(20);
  for (const lang of LANGS) {
    const keys = [...LESSON_STEPS, ...chapters, ...chapters.map((id) => `${id}.about`)];
    const missing = keys.filter((id) => say(lang, `lessons.${id}` as Key) === "");
    expect(missing).toEqual([]);
    // A task is one sentence or two, and no two of a chapter are alike.
    for (const chapter of chapters) {
      const tasks = LESSON_STEPS.filter((id) => id.startsWith(`${chapter}.`)).map((id) =>
        say(lang, `lessons.${id}` as Key),
      );
      expect(new Set(tasks).size).toBe(tasks.length);
      for (const text of tasks) expect(text.length).toBeLessThan(110);
    }
  }
});

describe("lessons", () => {
  test("begin with one press on Home, and a chapter is played by keys alone", async () => {
    const backend = await begin();
    expect(get("home-lessons").textContent).toContain("New here?");
    await fireEvent.click(get("home-lessons"));
    await find("lesson-task");
    expect(backend.calls.filter((call) => call.startsWith("beginLesson"))).toEqual(["beginLesson continue"]);
    await hears("polite", "Chariot. The chariot moves any distance along a file or a rank. Step 1 of 5.");
    // The board has the focus in its middle; a letter and a digit lead to the chariot.
    await key("f");
    await key("0");
    await key("Enter");
    await becomes("wrong");
    expect(get("lesson-fault").textContent).toContain("That is another piece.");
    await key("e");
    await key("4");
    await key("Enter");
    await becomes("solved");
    await hears("assertive", "Right! 17 points in all, marked on the board. Press Enter for the next step.");
    await key("Enter");
    await waitFor(() => expect(task()).toContain("in two moves"));
    await type("a0a7");
    await waitFor(() => expect(get("lesson-line").textContent).toContain("a0a7"));
    expect(state()).toBe("open");
    await type("a7h7");
    await becomes("solved");
    await key("Enter");
    await waitFor(() => expect(task()).toContain("Go around"));
    expect(get("lesson-step-1").className).toContain("solved");
  });

  test("stay on the board after a wrong move, with the reply, and never lock", async () => {
    await begin();
    await fireEvent.click(get("home-lessons"));
    await find("lesson-task");
    await fireEvent.click(get("lesson-step-5"));
    await waitFor(() => expect(task()).toContain("unprotected"));
    await type("e5a5");
    await becomes("wrong");
    expect(get("lesson-fault").textContent).toContain("That piece would be captured");
    await hears("assertive", "That piece would be captured");
    await type("e5i5");
    await becomes("solved");
  });

  test("give a hint, then the solution, which leaves the step unsolved", async () => {
    await begin();
    await fireEvent.click(get("home-lessons"));
    await find("lesson-task");
    await fireEvent.click(get("lesson-step-2"));
    await waitFor(() => expect(task()).toContain("in two moves"));
    await key("H", { shiftKey: true });
    await waitFor(() => expect(get("lesson-hint").textContent).toContain("a0a7"));
    await fireEvent.click(get("lesson-show"));
    await becomes("shown");
    expect(get("lesson-end").textContent).toBe("This is the solution.");
    expect(get("lesson-step-2").className).not.toContain("solved");
    await fireEvent.click(get("lesson-again"));
    await becomes("open");
  });

  test("ask for the side that must deviate, and tell why", async () => {
    const backend = await begin();
    await key("7", { ctrlKey: true });
    await fireEvent.click(await find("chapter-xiangqi-repetition"));
    await find("lesson-task");
    expect(backend.calls).toContain("beginLesson chapter");
    expect(get("lesson-cycle").textContent).toContain("Repeated:");
    await key("[");
    await waitFor(() => expect(screen.getByText("8 / 9")).toBeTruthy());
    await key("2");
    await becomes("wrong");
    expect(get("lesson-fault").textContent).toContain("Black may repeat");
    await key("1");
    await becomes("solved");
    expect(get("lesson-end").textContent).toContain("Red loses by perpetual check");
    await hears("assertive", "Red loses by perpetual check");
  });

  test("find a forbidden point, and Backspace leads back to the courses", async () => {
    await begin();
    await key("7", { ctrlKey: true });
    await fireEvent.click(await find("chapter-gomoku-renju"));
    await find("lesson-task");
    expect(document.querySelectorAll(".forbidden").length).toBe(0);
    await press("a1");
    await becomes("wrong");
    expect(get("lesson-fault").textContent).toBe("A1 – Black may play there.");
    await press("h8");
    await becomes("solved");
    await key("Backspace");
    await find("lessons");
    expect(get("lessons-progress-gomoku").textContent).toMatch(/^1 of \d+ solved$/);
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  test("are reached from the rules, of the game in view", async () => {
    const backend = await begin();
    await fireEvent.click(get("home-howto"));
    await fireEvent.click(await find("howto-gomoku"));
    await fireEvent.click(get("howto-lessons"));
    await find("lesson-task");
    expect(get("lesson-title").textContent).toBe("Five in a row");
    expect(screen.queryByTestId("howto")).toBeNull();
    expect(backend.calls).toContain("beginLesson continue");
  });

  test("are offered by their button on Home until one was begun, and no message covers it", async () => {
    await begin({ first: true });
    const offer = await find("home-lessons");
    expect(offer.textContent?.trim()).toBe("New here? Three minutes");
    expect(screen.queryByTestId("toast")).toBeNull();
    await fireEvent.click(offer);
    await find("lesson-task");
    await key("n", { ctrlKey: true });
    expect((await find("home-lessons")).textContent?.trim()).toBe("Lessons");
  });

  test("have no accessibility fault on the board, and Escape never leaves a step", async () => {
    await begin();
    await fireEvent.click(get("home-lessons"));
    await find("lesson-task");
    for (let presses = 0; presses < 3; presses++) await key("Escape");
    expect(get("lesson-task")).toBeTruthy();
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

describe("lessons over the rules", () => {
  test("are played in the dialog, by keys of their own, and leave the screen as it was", async () => {
    await begin();
    await fireEvent.click(get("home-howto"));
    await fireEvent.click(await find("howto-lessons"));
    const dialog = await find("lesson-dialog");
    await find("lesson-task");
    expect(dialog.contains(get("lesson-task"))).toBe(true);
    expect(get("screen-home")).toBeTruthy();
    // A hint by its key; the keys of the screen below are not in force.
    await key("H", { shiftKey: true });
    await find("lesson-hint");
    await key("3", { ctrlKey: true });
    expect(screen.queryByTestId("screen-library")).toBeNull();
    const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
    expect((await axe.run(dialog, { rules })).violations.map(({ id }) => id)).toEqual([]);
    await fireEvent.click(get("lesson-close"));
    expect(screen.queryByTestId("lesson-dialog")).toBeNull();
    await key("3", { ctrlKey: true });
    await find("screen-library");
  });

  test("Esc puts a picked piece down, and stays in the lesson", async () => {
    await begin();
    await fireEvent.click(get("home-howto"));
    await fireEvent.click(await find("howto-lessons"));
    await find("lesson-task");
    // The second step asks for moves.
    await press("e4");
    await becomes("solved");
    await key("Enter");
    await waitFor(() => expect(task()).toContain("in two moves"));
    await press("a0");
    const chariot = document.querySelector('[data-square="a0"]') as Element;
    await waitFor(() => expect(chariot.getAttribute("aria-label")).toMatch(/picked up$/));
    // A key that a page has taken does not close a dialog.
    expect(await fireEvent.keyDown(get("lesson-close"), { key: "Escape" })).toBe(false);
    expect(chariot.getAttribute("aria-label")).not.toMatch(/picked up$/);
    expect(await fireEvent.keyDown(get("lesson-close"), { key: "Escape" })).toBe(true);
  });

  test("go on as a screen of their own", async () => {
    await begin();
    await fireEvent.click(get("home-howto"));
    await fireEvent.click(await find("howto-lessons"));
    await find("lesson-task");
    const at = task();
    await fireEvent.click(get("lesson-whole"));
    await find("screen-lessons");
    expect(task()).toBe(at);
    expect(screen.queryByTestId("lesson-dialog")).toBeNull();
  });
});
