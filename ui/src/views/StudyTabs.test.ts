import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, input, key, open } from "../driver";
import { START } from "../lib/study/tree";

const middle = () => new MouseEvent("auxclick", { button: 1, bubbles: true });
/** Waits longer than the idle time after which a comment is saved. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 900));

/** Opens the games of the library in these rows, one after the other. */
async function openRows(...rows: number[]) {
  for (const row of rows) {
    await key("3", { ctrlKey: true });
    await fireEvent.click((await screen.findAllByTestId("library-row"))[row] as HTMLElement);
    await find("study-at");
  }
}

const tabs = () => screen.queryAllByTestId("study-tab");
const front = () => tabs().findIndex((tab) => tab.getAttribute("aria-selected") === "true");
const inFront = (index: number, of: number) =>
  waitFor(() => expect([front(), tabs().length]).toEqual([index, of]));

test("one study has no tabs, the second one has two, with names", async () => {
  await open();
  await openRows(0);
  expect(tabs()).toHaveLength(0);
  await openRows(1);
  await inFront(1, 2);
  for (const tab of tabs()) expect(tab.getAttribute("aria-label")).toMatch(/\S – \S|Xiangqi|Gomoku/);
  const { violations } = await axe.run(get("study-tab-close").parentElement as HTMLElement, {
    rules: { "color-contrast": { enabled: false } },
  });
  expect(violations).toEqual([]);
});

test("a tab keeps its place; keys and the pointer go from one to another, and close them", async () => {
  await open();
  await openRows(0);
  await key("ArrowRight");
  await key("ArrowRight");
  await waitFor(() => expect(get("study-at").dataset.ply).toBe("2"));
  await openRows(1);
  await inFront(1, 2);
  await key("PageUp", { ctrlKey: true });
  await inFront(0, 2);
  await waitFor(() => expect(get("study-at").dataset.ply).toBe("2"));
  await key("PageUp", { ctrlKey: true });
  await inFront(1, 2);
  await fireEvent.click(tabs()[0] as HTMLElement);
  await inFront(0, 2);
  tabs()[0]?.focus();
  await fireEvent.keyDown(tabs()[0] as HTMLElement, { key: "ArrowRight" });
  await inFront(1, 2);
  await waitFor(() => expect(document.activeElement).toBe(tabs()[1]));
  await key("t", { ctrlKey: true });
  await inFront(2, 3);
  await key("w", { ctrlKey: true });
  await inFront(1, 2);
  await fireEvent.click(get("study-tab-close"));
  await waitFor(() => expect(tabs()).toHaveLength(0));
  // After the last one comes an empty board.
  await key("w", { ctrlKey: true });
  await waitFor(() => expect(get("study-at").dataset.last).toBe("0"));
});

describe("a comment that is typed while another study comes", () => {
  /** Opens two studies, the first one in front at its first move, with the caret in its comment. */
  async function typing(text = "first") {
    const backend = await open();
    await openRows(0, 1);
    await key("PageUp", { ctrlKey: true });
    await inFront(0, 2);
    await key("ArrowRight");
    await waitFor(() => expect(get("study-at").dataset.ply).toBe("1"));
    const kept: string[] = [];
    const edit = backend.editStudy.bind(backend);
    backend.editStudy = async (change) => {
      if (change.kind === "comment") kept.push(`${(await backend.studied())?.row.id}: ${change.text}`);
      return edit(change);
    };
    const ids = tabs().map((tab) => tab.dataset.study);
    await key("c");
    expect(document.activeElement).toBe(get("comment"));
    await input("comment", text);
    return { backend, kept, ids };
  }

  test.each([
    ["a click on its tab", () => fireEvent.click(tabs()[1] as HTMLElement)],
    ["a middle click on its tab", () => fireEvent(tabs()[1] as HTMLElement, middle())],
    ["the close of its study", () => fireEvent.click(get("study-tab-close"))],
    ["an empty board", () => fireEvent.click(get("study-tab-new"))],
  ])("is kept once, for its own study, by %s", async (_, leave) => {
    const { kept, ids } = await typing();
    await leave();
    await waitFor(() => expect(tabs()[0]?.getAttribute("aria-selected")).not.toBe("true"));
    await settled();
    expect(kept).toEqual([`${ids[0]}: first`]);
  });

  test("is not sent again once it is saved", async () => {
    const { kept, ids } = await typing();
    await waitFor(() => expect(kept).toHaveLength(1));
    await fireEvent.click(tabs()[1] as HTMLElement);
    await inFront(1, 2);
    await settled();
    expect(kept).toEqual([`${ids[0]}: first`]);
  });

  test("is not shown in another study at the same move, which keeps its own comment", async () => {
    const backend = await open();
    await openRows(0, 1);
    const [first, second] = tabs().map((tab) => Number(tab.dataset.study));
    const note = { comment: "own", glyphs: [], marks: [], labels: [], clock: null, evaluation: null };
    const opened = backend.openStudy.bind(backend);
    backend.openStudy = async (id) => {
      const study = await opened(id);
      const nodes = study.nodes.map((node) =>
        id === second && node.id === START ? { ...node, note } : node,
      );
      return { ...study, nodes };
    };
    const kept: string[] = [];
    const edit = backend.editStudy.bind(backend);
    backend.editStudy = async (change) => {
      if (change.kind === "comment")
        kept.push(`${(await backend.studied())?.row.id}, ${change.node}: ${change.text}`);
      return edit(change);
    };
    const comment = () => (get("comment") as HTMLTextAreaElement).value;
    await fireEvent.click(tabs()[0] as HTMLElement);
    await inFront(0, 2);
    await key("c");
    await input("comment", "first");
    // The field gives the focus to the stage, and not to the tab's button.
    expect(await fireEvent.mouseDown(tabs()[1] as HTMLElement)).toBe(false);
    expect(document.activeElement?.matches(".stage")).toBe(true);
    await fireEvent.click(tabs()[1] as HTMLElement);
    await inFront(1, 2);
    expect(comment()).toBe("own");
    await settled();
    expect(comment()).toBe("own");
    expect(kept).toEqual([`${first}, ${START}: first`]);
    await input("comment", "own and more");
    await settled();
    expect(kept.slice(1)).toEqual([`${second}, ${START}: own and more`]);
  });

  test("changes no other study while that one is being opened", async () => {
    const { backend, kept, ids } = await typing();
    const opened = backend.openStudy.bind(backend);
    let answer = () => {};
    backend.openStudy = async (id) => {
      const study = await opened(id);
      await new Promise<void>((resolve) => (answer = resolve));
      return study;
    };
    await fireEvent.click(tabs()[1] as HTMLElement);
    await waitFor(() => expect(kept).toHaveLength(1));
    await input("comment", "first and more");
    await settled();
    answer();
    await inFront(1, 2);
    await settled();
    expect(kept).toEqual([`${ids[0]}: first`]);
  });
});
