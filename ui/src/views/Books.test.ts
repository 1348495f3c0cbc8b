import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, hears, input, key, open } from "../driver";
import { XIANGQI } from "../lib/backend/fixtures";
import { fault } from "../lib/backend/memory-shell";
import { BUILT_IN_BOOK, type ListedBook, type ListedMove, type NamedLine } from "../lib/bindings";

const [START, AFTER] = XIANGQI.positions.map(({ placement }) => placement) as [string, string];
const OBK: ListedBook = {
  id: "/x/云库.obk",
  first: true,
  second: true,
  best: false,
  name: "云库",
  path: "/x/云库.obk",
  game: "xiangqi",
  editable: false,
  kept: false,
  removable: true,
  trouble: null,
};

const move = (index: number, more: Partial<ListedMove> = {}): ListedMove => {
  const row = XIANGQI.rows[index];
  if (!row) throw new Error("no such row");
  return {
    row,
    alike: [row.uci],
    weight: 1,
    wins: 0,
    draws: 0,
    losses: 0,
    sign: "plain",
    remark: "",
    ...more,
  };
};

/** Opens the first game of the library, with books that know its first two positions. */
async function study(options: Parameters<typeof open>[0] = {}) {
  const backend = await open(options);
  backend.books.put(BUILT_IN_BOOK, START, [move(0, { weight: 412 })]);
  backend.books.put(BUILT_IN_BOOK, AFTER, [move(1, { weight: 7 })]);
  backend.books.put(OBK.id, START, [
    move(0, { weight: 30, wins: 3, draws: 2, losses: 1, remark: "main line" }),
  ]);
  backend.books.chosen = OBK;
  await key("3", { ctrlKey: true });
  await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
  await find("study-at");
  return backend;
}

/** The cells of the table, row by row. */
const rows = () =>
  [...get("book-panel").querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, " ").trim()).join(" | "),
  );
const ply = (n: number) => waitFor(() => expect(get("study-at").dataset.ply).toBe(String(n)));

describe("books beside a study", () => {
  test("two presses open a book; its moves, the library's and the built-in book's are side by side", async () => {
    const backend = await study();
    expect(backend.calls).not.toContain("probeBooks");
    await fireEvent.click(get("tab-book"));
    await fireEvent.click(await find("book-open"));
    await waitFor(() => expect(rows()[0]).toMatch(/^炮二平五 \| 30 67% \/ 6 \| 412 \| 3 50% \|/));
    expect([...get("book-panel").querySelectorAll("thead th")].map((th) => th.textContent)).toEqual([
      "Move",
      "云库",
      "Built-in book",
      "Library",
    ]);
    expect(get("book-remarks").textContent).toContain("main line");
    expect(screen.getAllByTestId("book-move")[0]?.getAttribute("aria-label")).toBe(
      "炮二平五: 云库, weight 30, scores 67% in 6 games, main line, Built-in book, weight 412 and 3 games in the library",
    );
    expect(document.querySelectorAll("[data-ranked]")).toHaveLength(1);
    const audit = await axe.run(get("book-panel"), { rules: { "color-contrast": { enabled: false } } });
    expect(audit.violations.map(({ id }) => id)).toEqual([]);
  });

  test("a press plays a move; B opens the panel and then plays the book's", async () => {
    const backend = await study();
    await key("b");
    const first = await find("book-move");
    first.focus();
    await fireEvent.click(first);
    await ply(1);
    await hears("polite", "1 book move, first 马８进７.");
    expect(document.activeElement?.getAttribute("data-testid")).toBe("book-move");
    get("moves").focus();
    await key("b");
    await ply(2);
    expect(backend.calls.filter((call) => call.startsWith("playInStudy"))).toHaveLength(2);
    await find("book-none");
  });

  test("a quick step forward and back keeps the table, though the answer for the other board comes late", async () => {
    const backend = await study();
    await key("b");
    await find("book-move");
    let answer = () => {};
    let asked = false;
    const probed = backend.probeBooks.bind(backend);
    backend.probeBooks = async (position) => {
      if (position.placement !== START) {
        asked = true;
        await new Promise<void>((done) => (answer = done));
      }
      return probed(position);
    };
    get("moves").focus();
    await key("ArrowRight");
    await waitFor(() => expect(asked).toBe(true));
    await key("ArrowLeft");
    await ply(0);
    answer();
    await new Promise((done) => setTimeout(done, 50));
    expect(rows()[0]).toMatch(/^炮二平五/);
  });

  test("moves are changed in an own book alone, and every change can be undone", async () => {
    const backend = await study();
    await key("b");
    await fireEvent.click((await screen.findAllByTestId("book-edit"))[0] as HTMLElement);
    expect(get("book-no-own").textContent).toContain("Create a book of your own first.");
    await fireEvent.click(get("book-new"));
    await input("book-name", "Mine");
    await fireEvent.click(get("book-create"));
    await find("book-weight");
    await fireEvent.change(get("book-weight"), { target: { value: "9" } });
    await fireEvent.change(get("book-sign"), { target: { value: "forbidden" } });
    await input("book-remark", "loses a horse");
    await fireEvent.click(get("book-save"));
    await hears("polite", "炮二平五 saved to Mine.");
    await waitFor(() => expect(get("book-remarks").textContent).toContain("loses a horse"));
    expect(get("book-move").closest("tr")?.classList).toContain("forbidden");
    expect(document.querySelectorAll("[data-ranked]")).toHaveLength(0);
    expect(screen.queryByTestId("book-form")).toBeNull();
    expect(document.activeElement?.getAttribute("data-testid")).toBe("book-edit");
    await fireEvent.click(get("book-undo"));
    await waitFor(() => expect(get("book-move").closest("tr")?.classList).not.toContain("forbidden"));
    expect((get("book-undo") as HTMLButtonElement).disabled).toBe(true);
    await key("ArrowRight");
    await ply(1);
    await fireEvent.click(get("book-add-line"));
    await waitFor(() => expect(backend.calls).toContain("addToBook Mine.book h2e2"));
  });

  test("a read-only book says so and is copied; order and colours are kept", async () => {
    const backend = await study();
    await key("b");
    await fireEvent.click(await find("book-open"));
    await waitFor(() => expect(screen.getAllByTestId("book-row")).toHaveLength(2));
    expect(get("book-shelf").textContent).toContain("Read-only.");
    const down = screen.getAllByTestId("book-down")[0] as HTMLButtonElement;
    down.focus();
    await fireEvent.click(down);
    await waitFor(() => expect(backend.books.list.map(({ id }) => id)).toEqual([BUILT_IN_BOOK, OBK.id]));
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByTestId("book-up")[1]));
    await fireEvent.click(screen.getAllByTestId("book-first")[0] as HTMLElement);
    await waitFor(() => expect(backend.books.list[0]).toMatchObject({ first: false, second: true }));
    await waitFor(() => expect(rows()[0]).toMatch(/^炮二平五 \| 30 /));
    await fireEvent.click(get("book-copy"));
    await waitFor(() => expect(backend.calls).toContain(`copyBook ${OBK.id} 云库 copy`));
    await waitFor(() => expect(screen.getAllByTestId("book-row")).toHaveLength(3));
    await fireEvent.click(get("book-copy"));
    await waitFor(() => expect(backend.calls).toContain(`copyBook ${OBK.id} 云库 copy 2`));
    await waitFor(() => expect(screen.getAllByTestId("book-row")).toHaveLength(4));
    await fireEvent.click(get("book-close"));
    await waitFor(() => expect(backend.books.list.map(({ id }) => id)).not.toContain(OBK.id));
  });

  /** An own book beside the one of another program. */
  async function mine(options: Parameters<typeof open>[0] = {}) {
    const backend = await study(options);
    await key("b");
    await fireEvent.click(await find("book-open"));
    await fireEvent.click(get("book-new"));
    await input("book-name", "Mine");
    await fireEvent.click(get("book-create"));
    await waitFor(() => expect(screen.getAllByTestId("book-row")).toHaveLength(3));
    backend.books.put("Mine.book", START, [move(0, { weight: 1 })]);
    backend.books.put(OBK.id, AFTER, [move(1, { weight: 5 })]);
    return backend;
  }
  const moves = (backend: Awaited<ReturnType<typeof open>>) =>
    [...(backend.books.moves.get("Mine.book")?.values() ?? [])].flat().length;

  test("a book is merged with another and pruned; both come back", async () => {
    const backend = await mine();
    expect(screen.queryByTestId("book-before")).toBeNull();
    await fireEvent.click(await find("book-change"));
    const form = await find("book-change-form");
    expect(document.activeElement?.getAttribute("data-testid")).toBe("book-change-kind");
    const audit = await axe.run(form, { rules: { "color-contrast": { enabled: false } } });
    expect(audit.violations.map(({ id }) => id)).toEqual([]);
    await fireEvent.click(get("book-change-begin"));
    await hears("polite", "Mine: 1 move added, 1 joined.");
    await waitFor(() => expect(document.activeElement?.getAttribute("data-testid")).toBe("book-change"));
    expect(backend.calls).toContain(`changeBook Mine.book {"kind":"merge","other":"${OBK.id}"}`);
    expect(moves(backend)).toBe(2);
    await waitFor(() => expect((get("book-undo") as HTMLButtonElement).disabled).toBe(false));
    await fireEvent.click(get("book-undo"));
    await waitFor(() => expect(moves(backend)).toBe(1));

    await fireEvent.click(await find("book-change"));
    await fireEvent.change(get("book-change-kind"), { target: { value: "subtract" } });
    await find("book-change-none");
    expect((get("book-change-begin") as HTMLButtonElement).disabled).toBe(true);
    await fireEvent.change(get("book-change-kind"), { target: { value: "prune" } });
    await fireEvent.change(get("book-prune-by"), { target: { value: "weight" } });
    await fireEvent.change(get("book-prune-number"), { target: { value: "2" } });
    await fireEvent.click(get("book-change-begin"));
    await hears("polite", "Mine: 1 move removed, 0 left.");
    expect(moves(backend)).toBe(0);
    await fireEvent.click(await find("book-before"));
    await hears("polite", "Mine is swapped with its previous version.");
    await waitFor(() => expect(moves(backend)).toBe(1));
  });

  test("the message of a merge takes it back until the next change, which it would take back instead", async () => {
    const backend = await mine();
    await fireEvent.click(await find("book-change"));
    await fireEvent.click(await find("book-change-begin"));
    await find("toast-action");
    expect(moves(backend)).toBe(2);
    await fireEvent.click((await screen.findAllByTestId("book-edit"))[0] as HTMLElement);
    await fireEvent.change(await find("book-weight"), { target: { value: "9" } });
    await fireEvent.click(get("book-save"));
    await waitFor(() => expect(screen.queryByTestId("toast-action")).toBeNull());
    await hears("polite", "炮二平五 saved to Mine.");
    expect(backend.calls).not.toContain("undoBook");
    // The button of the panel takes back the change that was the last one.
    await fireEvent.click(get("book-undo"));
    await waitFor(() => expect(backend.calls).toContain("undoBook"));
    expect(moves(backend)).toBe(2);
  });

  test("undo ends with the change of the whole book, which supersedes the changes before it", async () => {
    const backend = await mine();
    await fireEvent.click((await screen.findAllByTestId("book-edit"))[0] as HTMLElement);
    await fireEvent.change(await find("book-weight"), { target: { value: "9" } });
    await fireEvent.click(get("book-save"));
    await hears("polite", "炮二平五 saved to Mine.");
    await fireEvent.click(await find("book-change"));
    await fireEvent.click(await find("book-change-begin"));
    await waitFor(() => expect(moves(backend)).toBe(2));
    await fireEvent.click(get("book-undo"));
    await waitFor(() => expect(moves(backend)).toBe(1));
    await waitFor(() => expect((get("book-undo") as HTMLButtonElement).disabled).toBe(true));
  });

  test("work on a book says how far it is and is cancelled", async () => {
    const backend = await mine({ longWork: true });
    await fireEvent.click(await find("book-change"));
    await fireEvent.click(get("book-change-begin"));
    expect((await find("book-work-progress")).textContent).toBe("256 of 1,000");
    backend.say({ kind: "book", progress: { done: 300, total: 0 } });
    await waitFor(() => expect(get("book-work-progress").textContent).toBe("300 so far"));
    await key("Escape");
    await fireEvent(get("book-work-dialog"), new Event("cancel", { cancelable: true }));
    await hears("polite", "Cancelled. No book was changed.");
    await waitFor(() => expect(screen.queryByTestId("book-work-dialog")).toBeNull());
    expect(moves(backend)).toBe(1);
    expect(backend.calls.filter((call) => call === "stopBookWork")).toHaveLength(1);
  });

  /** Named openings as core names them. */
  const named = (): NamedLine[] => [
    {
      name: { code: "C00", chinese: "中炮局", english: "Central Cannon Opening" },
      rows: XIANGQI.rows.slice(0, 1),
    },
    {
      name: { code: "C01", chinese: "顺炮局", english: "Same Direction Cannons" },
      rows: XIANGQI.rows.slice(0, 2),
    },
  ];

  test("a study, a game and a training begin from a named opening, found by name, code or pinyin", async () => {
    const backend = await mine();
    backend.books.named = named();
    const openings = () => screen.queryAllByTestId("opening-row").length;
    const seek = async (typed: string, n: number) => {
      await input("openings-search", typed);
      await waitFor(() => expect(openings()).toBe(n));
    };
    await fireEvent.click(get("book-openings"));
    await find("openings-dialog");
    await waitFor(() => expect(openings()).toBe(2));
    expect(get("openings").textContent).toContain("C00 Central Cannon Opening 炮二平五");
    const audit = await axe.run(get("openings-dialog"), { rules: { "color-contrast": { enabled: false } } });
    expect(audit.violations.map(({ id }) => id)).toEqual([]);
    await seek("c01", 1);
    await seek("中炮", 1);
    await seek("zhongpao", 1);
    await seek("sp", 1);
    await hears("polite", "1 opening");
    await seek("nothing", 0);
    expect((get("opening-study") as HTMLButtonElement).disabled).toBe(true);
    await seek("same direction", 1);
    await fireEvent.click(get("opening-study"));
    await waitFor(() => expect(backend.calls.some((call) => call.startsWith("newStudy"))).toBe(true));
    await waitFor(() => expect(screen.queryByTestId("openings-dialog")).toBeNull());
    await waitFor(() => expect(get("tab-book").getAttribute("aria-selected")).toBe("true"));

    await fireEvent.click(await find("book-openings"));
    await find("openings-dialog");
    await fireEvent.click(get("opening-play"));
    await find("play-from-dialog");
    await fireEvent.click(get("from-cancel"));

    await fireEvent.click(await find("book-openings"));
    await find("openings-dialog");
    await fireEvent.click(screen.getAllByTestId("opening-row")[1] as HTMLElement);
    await fireEvent.click(get("opening-train-first"));
    await waitFor(() => expect(backend.calls).toContain("beginDrill Mine.book first h2e2 h9g7"));
  });

  test("the named openings are listed from Home and from the palette, too", async () => {
    const backend = await open();
    backend.books.named = named();
    const listed = async () => {
      await find("openings-dialog");
      await waitFor(() => expect(screen.getAllByTestId("opening-row")).toHaveLength(2));
    };
    await fireEvent.click(await find("home-openings"));
    await listed();
    await fireEvent.click(get("openings-close"));
    await waitFor(() => expect(screen.queryByTestId("openings-dialog")).toBeNull());
    await key("k", { ctrlKey: true });
    await find("palette");
    await input("palette-input", "openings xiangqi");
    await fireEvent.keyDown(get("palette-input"), { key: "Enter" });
    await listed();
    // A game from the opening begins with the choice of players.
    await fireEvent.click(get("opening-play"));
    await find("play-from-dialog");
    expect(backend.calls.filter((call) => call.startsWith("newStudy"))).toHaveLength(1);
  });

  test("a game from an opening asks for its players once", async () => {
    const backend = await study();
    backend.books.named = named();
    await fireEvent.click(get("tab-book"));
    await fireEvent.click(await find("book-openings"));
    await find("openings-dialog");
    await waitFor(() => expect(screen.getAllByTestId("opening-row")).toHaveLength(2));
    await fireEvent.click(get("opening-play"));
    await find("play-from-dialog");
    await fireEvent.click(get("from-cancel"));
    await waitFor(() => expect(screen.getAllByTestId("study-tab")).toHaveLength(2));
    const asks = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return screen.queryByTestId("play-from-dialog") !== null;
    };
    for (const tab of [0, 1]) {
      await fireEvent.click(screen.getAllByTestId("study-tab")[tab] as HTMLElement);
      await waitFor(() =>
        expect(screen.getAllByTestId("study-tab")[tab]?.getAttribute("aria-selected")).toBe("true"),
      );
      expect(await asks()).toBe(false);
    }
    // Nor after the way back from the editor.
    await fireEvent.click(get("study-position"));
    await fireEvent.click(await find("editor-back"));
    await find("study-at");
    expect(await asks()).toBe(false);
  });

  test("a book without moves after the opening leaves the picker open", async () => {
    const backend = await mine({ fail: { beginDrill: fault("no-line", "no move") } });
    backend.books.named = named();
    await fireEvent.click(get("book-openings"));
    await fireEvent.click(await find("opening-train-first"));
    await hears("assertive", "The book has no move for this side after this opening.");
    expect(get("openings-dialog")).toBeTruthy();
    expect(screen.queryByTestId("screen-study")).not.toBeNull();
  });

  test("a position is named by the other orders of its moves", async () => {
    const backend = await study();
    backend.books.orders = [XIANGQI.rows.slice(0, 2).toReversed()];
    await key("b");
    expect(screen.queryByTestId("book-also")).toBeNull();
    for (let n = 1; n <= 3; n += 1) await key("ArrowRight");
    await ply(3);
    await waitFor(() => expect(get("book-also").textContent?.trim()).toBe("Also by 马８进７ 炮二平五"));
  });

  test("a file of records says which of its games are not in the book", async () => {
    const backend = await study();
    backend.books.chosen = OBK;
    backend.books.lost = { others: 2, unreadable: 1 };
    await key("b");
    await fireEvent.click(await find("book-open"));
    await hears(
      "polite",
      `${OBK.name} is open. 1 game could not be read and was skipped. 2 games of another kind skipped.`,
    );
  });

  test("a book that cannot be read says why, and the others answer", async () => {
    const backend = await study();
    backend.books.chosen = { ...OBK, trouble: fault("damaged-book", "it is damaged", OBK.path) };
    backend.books.put(OBK.id, START, []);
    await key("b");
    await fireEvent.click(await find("book-open"));
    await waitFor(() =>
      expect(get("book-trouble").textContent).toBe("/x/云库.obk is damaged. Use a copy of it."),
    );
    expect(rows()[0]).toMatch(/^炮二平五 \| 412 /);
  });

  test("no book is shown while the game from this position is played", async () => {
    const backend = await study();
    await fireEvent.click(get("study-play"));
    await fireEvent.click(await find("from-start"));
    await waitFor(() => expect(backend.calls.some((call) => call.startsWith("beginFrom"))).toBe(true));
    await key("2", { ctrlKey: true });
    await fireEvent.click(await find("tab-book"));
    await find("book-locked");
    expect(screen.queryByTestId("book-panel")).toBeNull();
  });
});
