import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import { find, get, key, open } from "../driver";
import type { MemoryOptions } from "../lib/backend/memory";

/** Opens the first game of the library, a Xiangqi game of fourteen moves. */
async function study(options: MemoryOptions = {}) {
  const backend = await open(options);
  await key("3", { ctrlKey: true });
  await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
  await find("study-at");
  return backend;
}

async function reviewed() {
  const backend = await study();
  await key("r");
  await find("review-sides");
  return backend;
}

const says = (testid: string, text: string | RegExp) =>
  waitFor(() => expect(get(testid).textContent?.replace(/\s+/g, " ")).toMatch(text));

/** Tries a move by its coordinates. */
async function type(mv: string) {
  await key("/");
  await fireEvent.input(await find("typed-move"), { target: { value: mv } });
  await fireEvent.click(get("typed-move-go"));
}

describe("a review", () => {
  test("is offered, begun by R, and tells accuracy, counts and swings", async () => {
    const backend = await study();
    await fireEvent.click(get("tab-report"));
    await find("review-start");
    await key("r");
    expect(backend.calls).toContain("startReview");
    await says("accuracy-first", "91.3%");
    expect(get("tab-report").getAttribute("aria-selected")).toBe("true");
    const listed = () => screen.getAllByTestId(/^fault-\d+$/).map((card) => card.dataset.testid);
    // The person played Red: the mistakes of the engine are behind a switch.
    expect(listed()).toEqual(["fault-3"]);
    await fireEvent.click(get("review-both"));
    expect(listed()).toEqual(["fault-3", "fault-6"]);
    await says("fault-3", /2\. .*\?\?.*Blunder.*turning point.*−42%/);
    // The signs are in the tree, too.
    await waitFor(() => expect(get("moves").textContent).toContain("??"));
  });

  test("says which of a person's mistakes became puzzles, until another game is opened", async () => {
    const backend = await reviewed();
    expect(screen.queryByTestId("review-puzzles")).toBeNull();
    backend.say({ kind: "review", news: { kind: "puzzles", new: 2 } });
    await says("review-puzzles", "2 of your mistakes are now puzzles");
    await says("live-polite", "2 of your mistakes are now puzzles");
    await fireEvent.click(get("review-again"));
    await waitFor(() => expect(screen.queryByTestId("review-puzzles")).toBeNull());
  });

  test("can be stopped while it runs, and begun again", async () => {
    const backend = await study({ reviewMs: 60_000 });
    await key("r");
    await find("review-running");
    await says("review-running", "4 moves checked");
    await fireEvent.click(get("review-stop"));
    await waitFor(() => expect(screen.queryByTestId("review-running")).toBeNull());
    expect(backend.calls).toContain("stopReview");
    expect(screen.queryByTestId("review-sides")).toBeNull();
    await find("review-start");
  });

  test("stays with the game", async () => {
    const backend = await reviewed();
    await key("3", { ctrlKey: true });
    await find("screen-library");
    await key("2", { ctrlKey: true });
    await fireEvent.click(await find("tab-report"));
    await find("review-sides");
    expect(backend.calls.filter((call) => call === "startReview")).toHaveLength(1);
  });

  test("leads from fault to fault, the worst one first", async () => {
    await reviewed();
    await key("m");
    await says("study-at", "Round 2 of 7 · Red");
    await key("m");
    await says("study-at", "Round 2 of 7 · Red");
    await fireEvent.click(get("review-both"));
    await key("m");
    await says("study-at", "Round 3 of 7 · Black");
    await key("m");
    await says("study-at", "Round 2 of 7 · Red");
    await key("m", { altKey: true });
    await says("study-at", "Round 3 of 7 · Black");
  });

  test("has a graph that counts rounds, as the list does", async () => {
    await reviewed();
    await key("m");
    await says("study-at", "Round 2 of 7 · Red");
    const graph = await find("review-graph");
    expect(graph.getAttribute("aria-valuetext")).toMatch(/^Round 2 of 7 · Red, Red 8%/);
  });

  test("has a box on top for the move in view, whichever it is, and says it", async () => {
    await reviewed();
    await says("review-box", "Step through the game");
    await key("m");
    await says(
      "review-box",
      /2\. .*\?\?.*Blunder.*50% to 8%.*Allows mate in\s2.*Refutation: .*Better: 车九进一/,
    );
    await says("live-polite", /Blunder: .*50% to 8%\. .*Refutation: .*Better: /);
    expect(document.querySelector("[data-review=refutation]")).not.toBeNull();
    expect(document.querySelector("[data-review=better]")?.getAttribute("data-to")).toBe("a1");
    await key("ArrowRight");
    await says("review-box", /2… .*Costs nothing/);
    await says("live-polite", /Costs nothing/);
    expect(screen.queryByTestId("box-retry")).toBeNull();
    expect(document.querySelector("[data-testid=review-marks]")).toBeNull();
    await fireEvent.click(get("review-both"));
    await fireEvent.click(get("fault-6"));
    await says("study-at", "Round 3 of 7 · Black");
    await fireEvent.click(get("box-retry"));
    await find("retry");
  });

  test("stands in words in a table", async () => {
    await reviewed();
    const details = get("review-table");
    await fireEvent.click(details.querySelector(".opener") as HTMLElement);
    await waitFor(() => expect(details.querySelectorAll("tbody tr")).toHaveLength(14));
    expect(details.querySelectorAll("tbody tr")[2]?.textContent?.replace(/\s+/g, " ")).toMatch(
      /\?\? Blunder ?8% ?42%/,
    );
  });

  test("has no serious fault for those who listen", async () => {
    await reviewed();
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
  });
});

describe("trying again", () => {
  test("R, M, T stand before the worst mistake; a wrong move shows its answer, and the right one is right", async () => {
    const backend = await reviewed();
    await fireEvent.click(get("review-both"));
    await key("m");
    await key("t");
    await find("retry");
    await says("study-at", "Round 1 of 7 · Black");
    await says("retry", "find a better move than 2. ");
    const before = backend.calls.length;
    // Nothing shows the answer: no box, no list, no graph, no value, no line, no moves of the tree.
    for (const testid of ["review-box", "fault-3", "review-graph", "evaluation-bar", "review-marks"])
      expect(screen.queryByTestId(testid), testid).toBeNull();
    await fireEvent.click(get("tab-moves"));
    expect(screen.getAllByTestId("retry-hidden")[0]?.textContent).toMatch("Hidden while you look");
    await fireEvent.click(get("tab-report"));
    await type("i0h0");
    await waitFor(() => expect(get("retry").dataset.state).toBe("wrong"));
    await says("retry", /costs 30% winning chance.*(Red|Black|White) replies/);
    expect(backend.calls.slice(before).some((call) => call.startsWith("playInStudy"))).toBe(false);
    await key("t");
    await waitFor(() => expect(get("retry").dataset.state).toBe("waiting"));
    await type("a0a1");
    await waitFor(() => expect(get("retry").dataset.state).toBe("right"));
    await says("retry", /Yes! 车九进一 is the move/);
    // The right move stays on the board, with a mark.
    expect(document.querySelector("[data-review=right]")?.getAttribute("data-to")).toBe("a1");
    await find("evaluation-bar");
    await key("m");
    await says("study-at", "Round 3 of 7 · Black");
    expect(screen.queryByTestId("retry")).toBeNull();
  });

  test("no key gives the answer away: the engine's best move is not played", async () => {
    const backend = await reviewed();
    await key("m");
    await key("a");
    await waitFor(() => expect(backend.calls.some((call) => call.startsWith("lookAt"))).toBe(true));
    await key("t");
    await find("retry");
    const before = backend.calls.length;
    await key("Enter");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(backend.calls.slice(before).some((call) => call.startsWith("playInStudy"))).toBe(false);
    expect(screen.queryByTestId("ranked")).toBeNull();
    expect(get("retry").dataset.state).toBe("waiting");
  });

  test("draws no marks, which it would not show", async () => {
    const backend = await reviewed();
    await key("m");
    await key("t");
    await find("retry");
    const point = document.querySelector<HTMLElement>('[data-square="e6"]') as HTMLElement;
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 990, 1100));
    const mark = async () => {
      const right = { pointerId: 1, button: 2, clientX: 495, clientY: 400 };
      await fireEvent.pointerDown(point, right);
      await fireEvent.pointerUp(point, right);
      for (let press = 0; press < 2; press += 1) {
        point.focus();
        await key("K", { shiftKey: true });
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
      return backend.calls.filter((call) => call === "editStudy draw").length;
    };
    expect(await mark()).toBe(0);
    await key("End");
    await waitFor(() => expect(screen.queryByTestId("retry")).toBeNull());
    expect(await mark()).toBe(2);
    vi.restoreAllMocks();
  });

  test("ends when somebody goes elsewhere", async () => {
    await reviewed();
    await key("m");
    await key("t");
    await find("retry");
    await key("End");
    await waitFor(() => expect(screen.queryByTestId("retry")).toBeNull());
  });
});
