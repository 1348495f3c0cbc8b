import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { find, get, key, open } from "../driver";

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
