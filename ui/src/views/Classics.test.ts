import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { choose, find, get, hears, input, key, open } from "../driver";
import type { ClassicsList } from "../lib/bindings";
import { MemoryClassics } from "../lib/backend/memory-classics";
import { SearchIndex } from "../lib/classics/search";

const rows = () => screen.queryAllByTestId("classics-row");
const titles = () => rows().map((row) => row.querySelector(".title")?.textContent);
const opens = (index: number) => fireEvent.click(rows()[index] as HTMLElement);

/** Opens the shelf by two clicks from the first screen. */
async function begin() {
  const backend = await open({ settings: { notation: "uci" } });
  await fireEvent.click(get("rail-puzzles"));
  await fireEvent.click(await find("puzzles-classics"));
  await find("classics-list");
  return backend;
}

describe("the classics", () => {
  test("show a composition three clicks from Home, with verdict and proof", async () => {
    await begin();
    expect(get("classics-count").textContent).toBe("4 items");
    await opens(0);
    await find("classic");
    expect(get("classic-stated").textContent).toBe("The manual states that Red wins.");
    expect(get("classic-verdict").textContent).toContain("This is proved by the rules.");
    expect(get("classic-line").textContent).toContain("h2e2");
    await hears("polite", "气吞关右, 适情雅趣, 卷一 · 1. The manual states that Red wins.");
    await opens(1);
    await waitFor(() => expect(get("classic-verdict").dataset.verdict).toBe("anotherWins"));
    expect(get("classic-verdict").textContent).toContain("This is the engine’s opinion, not a proof.");
    expect(get("classic-verdict").textContent).toContain("Other first move h0g2");
    await opens(2);
    await waitFor(() => expect(get("classic-verdict").dataset.verdict).toBe("missedDefence"));
    expect(get("classic-verdict").textContent).toContain("Better defence in round 1:");
  });

  test("are loaded when first opened, and once", async () => {
    const backend = await open();
    await find("rail-home");
    expect(backend.calls).not.toContain("classicsList");
    await key("8", { ctrlKey: true });
    await find("classics-list");
    await key("4", { ctrlKey: true });
    await find("puzzles-classics");
    await key("8", { ctrlKey: true });
    await find("classics-list");
    expect(backend.calls.filter((call) => call === "classicsList")).toHaveLength(1);
  });

  test("are narrowed down by manual, verdict and words", async () => {
    await begin();
    await choose("classics-manual", "1");
    await waitFor(() => expect(titles()).toEqual(["顺炮"]));
    await choose("classics-manual", "-1");
    await choose("classics-filter", "missedDefence");
    await waitFor(() => expect(titles()).toEqual(["七星聚会"]));
    await choose("classics-filter", "unsolved");
    await waitFor(() => expect(titles()).toEqual(["马蹀阏氏"]));
    await input("classics-search", "七星");
    await find("classics-nothing");
    await fireEvent.click(get("classics-clear"));
    await waitFor(() => expect(rows()).toHaveLength(4));
  });

  test("are found and opened by keys alone", async () => {
    await begin();
    get("classics-search").focus();
    await input("classics-search", "horse and cannon");
    await waitFor(() => expect(titles()).toEqual(["气吞关右"]));
    await input("classics-search", "");
    await waitFor(() => expect(rows()).toHaveLength(4));
    await key("ArrowDown");
    await waitFor(() => expect(document.activeElement).toBe(rows()[0]));
    await key("ArrowDown");
    await waitFor(() => expect(document.activeElement).toBe(rows()[1]));
    await key("End");
    await waitFor(() => expect(document.activeElement).toBe(rows()[3]));
    // Another list begins at its top, wherever the focus was.
    await choose("classics-filter", "sound");
    await waitFor(() => expect(rows()).toHaveLength(1));
    get("classics-search").focus();
    await key("Enter");
    await find("classic");
    await key("Backspace");
    // In a field it deletes a letter.
    expect(screen.queryByTestId("classics")).not.toBeNull();
    rows()[0]?.focus();
    await key("Backspace");
    await find("puzzles-classics");
  });

  test("are solved as puzzles, and the way back leads to the list", async () => {
    const backend = await begin();
    await opens(0);
    await fireEvent.click(await find("classic-solve"));
    await find("puzzle-task");
    expect(backend.calls.some((call) => call.startsWith("beginPuzzle"))).toBe(true);
    await fireEvent.click(get("puzzle-back"));
    await find("classics-list");
    expect(get("classic")).toBeTruthy();
  });

  test("are read as a study with our remark, and played out", async () => {
    const backend = await begin();
    await opens(3);
    await find("classic");
    expect(screen.queryByTestId("classic-solve")).toBeNull();
    expect(screen.queryByTestId("classic-play")).toBeNull();
    await fireEvent.click(get("classic-read"));
    await find("study-at");
    expect(backend.calls).toContain("readClassic 3");
    expect(backend.classics.remarks?.start).toContain("Largest mistake in round 1.");
    await key("8", { ctrlKey: true });
    await find("classics-list");
    await opens(0);
    await waitFor(() => expect(screen.queryByTestId("classic-play")).not.toBeNull());
    await fireEvent.click(get("classic-play"));
    await find("status");
  });

  test("have no fault of accessibility", async () => {
    await begin();
    await opens(1);
    await find("classic");
    const { violations } = await axe.run(get("classics"), {
      rules: { "color-contrast": { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual(
      [],
    );
  });
});

describe("the search", () => {
  const found = (text: string, change: Partial<ClassicsList["rows"][number]> = {}) => {
    const list = new MemoryClassics().list();
    const rows = list.rows.map((row, index) => (index === 0 ? { ...row, ...change } : row));
    return new SearchIndex("en", { ...list, rows }).find(text);
  };

  test.each([
    ["气吞", [0]],
    // Traditional characters read like the simplified ones.
    ["氣吞關右", [0]],
    ["適情雅趣", [0, 1, 2]],
    ["qitun", [0]],
    ["qtgy", [0]],
    ["qitungy", [0]],
    ["shiqing 3", [2]],
    ["qixing", [2]],
    ["JUZHONGMI", [3]],
    ["xingju", [2]],
    // Letters begin at a character: "itun" is no reading.
    ["itun", []],
    ["气 顺炮", []],
    ["", [0, 1, 2, 3]],
    ["   ", [0, 1, 2, 3]],
    ["12345", []],
  ])("%j finds %j", (text, indexes) => expect(found(text)).toEqual(indexes));

  test("a character with two readings is found by both", () => {
    for (const text of ["danche", "danju", "shanju", "dc", "dj"])
      expect(found(text, { title: "单车" })).toContain(0);
    for (const text of ["chongpao", "zhongpao"]) expect(found(text, { title: "重炮" })).toEqual([0]);
    for (const text of ["changqiang", "zhangqiang"]) expect(found(text, { title: "长枪" })).toEqual([0]);
  });

  test("ü is found as u, ü and v", () => {
    for (const text of ["lubu", "lvbu", "lübu", "LÜBU", "lub", "lvb"])
      expect(found(text, { title: "三战吕布" })).toEqual([0]);
  });
});
