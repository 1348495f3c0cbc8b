import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { OWN_BOOK, find, get, hears, input, key, open } from "../driver";

/** Opens Home with a repertoire of two positions. */
async function home(due = 2) {
  const backend = await open();
  backend.books.list = [OWN_BOOK, ...backend.books.list];
  backend.repertoires.list = [
    { book: OWN_BOOK.id, game: "xiangqi", side: "first", positions: 2, known: 0, due },
  ];
  await key("2", { ctrlKey: true });
  await key("n", { ctrlKey: true });
  return backend;
}

async function type(mv: string) {
  await key("/");
  await input("typed-move", mv);
  await fireEvent.click(get("typed-move-go"));
}

describe("the trainer of repertoires", () => {
  test("the gaps of a repertoire are told, and one opens in Study", async () => {
    const backend = await home(0);
    await fireEvent.click(await find("home-repertoire"));
    const gaps = await find("repertoire-gaps");
    expect(gaps.getAttribute("aria-label")).toBe("Find the gaps of mine, Red");
    await fireEvent.click(gaps);
    expect((await find("repertoire-covered")).textContent).toContain("an answer in 87% of games");
    await hears("polite", "Largest gap: Black");
    expect(get("repertoire-gap").textContent).toMatch(/^1\. 炮二平五 马８进７\s*12\.6%$/);
    const audit = await axe.run(get("repertoires"), { rules: { "color-contrast": { enabled: false } } });
    expect(audit.violations.map(({ id }) => id)).toEqual([]);
    await fireEvent.click(gaps);
    expect(screen.queryByTestId("repertoire-covered")).toBeNull();
    await fireEvent.click(gaps);
    await fireEvent.click(await find("repertoire-gap"));
    await find("screen-study");
    expect(backend.calls).toContain("newStudy");
    await find("book-panel");
  });

  test("one press on Home begins; a session goes by keys and is said", async () => {
    const backend = await home();
    const tile = await find("home-repertoire");
    expect(tile.textContent).toContain("2 positions to recall");
    await fireEvent.click(tile);
    await find("drill-task");
    await hears("polite", "Red: play the move of your repertoire.");
    expect(backend.calls).toContain("beginDrill mine.book first");
    await type("h2e2");
    await hears("polite", "Right. Black");
    await waitFor(() => expect(get("drill-line").textContent).toBe("炮二平五 马８进７"));
    expect(get("drill-left").textContent).toContain("1 right");
    await type("h0g2");
    await hears("polite", "The line ends here.");
    await key("Enter");
    await hears("polite", "Done for today: 2 right, 0 wrong.");
    expect(get("drill-state").dataset.state).toBe("done");
    await key(" ");
    await find("repertoires");
    expect(get("repertoire-due").textContent).toBe("0 positions to recall");
    const audit = await axe.run(get("repertoires"), { rules: { "color-contrast": { enabled: false } } });
    expect(audit.violations.map(({ id }) => id)).toEqual([]);
  });

  test("a wrong answer shows the right move and the engine's answer, or what the book says", async () => {
    const backend = await home();
    await fireEvent.click(await find("home-repertoire"));
    await find("drill-task");
    await type("c3c4");
    await hears("assertive", "c3c4 is not in your repertoire. The book plays 炮二平五.");
    await waitFor(() => expect(get("drill-state").dataset.state).toBe("wrong"));
    await waitFor(() => expect(get("drill-reply").textContent).toContain("马８进７"));
    expect(document.querySelector("[data-marks]")?.getAttribute("data-marks")).toBe("2");
    backend.repertoires.remark = "It loses a soldier.";
    await type("a0a1");
    await waitFor(() => expect(get("drill-remark").textContent).toBe("It loses a soldier."));
    expect(screen.queryByTestId("drill-reply")).toBeNull();
    await type("h2e2");
    await waitFor(() => expect(get("drill-left").textContent).toContain("1 wrong"));
    await key("Backspace");
    await find("repertoires");
    await fireEvent.click(get("repertoire-forget"));
    await hears("polite", "Press again to delete the progress of mine, Red");
    expect(get("repertoire-forget").textContent).toBe("Delete");
    expect(get("repertoire-forget").getAttribute("aria-label")).toBe(
      "Press again to delete the progress of mine, Red",
    );
    await fireEvent.blur(get("repertoire-forget"));
    expect(get("repertoire-forget").getAttribute("aria-label")).toBe("Delete the progress of mine, Red");
    get("repertoire-forget").focus();
    await fireEvent.click(get("repertoire-forget"));
    await fireEvent.click(get("repertoire-forget"));
    await hears("polite", "Progress of mine, Red deleted.");
    await find("repertoires-none");
    await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
  });

  test("a book beside a study is trained for a side", async () => {
    const backend = await home();
    await key("3", { ctrlKey: true });
    await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
    await find("study-at");
    await key("b");
    await fireEvent.click((await screen.findAllByTestId("book-train-first"))[0] as HTMLElement);
    await find("drill-task");
    expect(backend.calls).toContain("beginDrill mine.book first");
  });
});
