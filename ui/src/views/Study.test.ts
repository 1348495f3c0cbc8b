import axe from "axe-core";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { clipboard, find, get, hears, input, key, open } from "../driver";
import type { MemoryOptions } from "../lib/backend/memory";
import type { Outcome } from "../lib/bindings";

/** Opens the first game of the library, a Xiangqi game of fourteen moves. */
async function study(options: MemoryOptions = {}) {
  const backend = await open(options);
  await key("3", { ctrlKey: true });
  await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
  await find("study-at");
  return backend;
}

const shown = () =>
  [...get("moves").querySelectorAll(".row, .comment")].map((row) =>
    row.textContent?.replace(/\s+/g, " ").trim(),
  );
const says = (testid: string, text: string) => waitFor(() => expect(get(testid).textContent).toContain(text));
const shows = (text: string) => waitFor(() => expect(shown().join(" | ")).toContain(text));

/** Waits until the board is at this ply of a line of `last` plies. */
const at = (ply: number, last?: number) =>
  waitFor(() => {
    const { dataset } = get("study-at");
    expect([Number(dataset.ply), last ?? Number(dataset.last)]).toEqual([ply, Number(dataset.last)]);
  });

async function type(mv: string) {
  await key("/");
  await fireEvent.input(await find("typed-move"), { target: { value: mv } });
  await fireEvent.click(get("typed-move-go"));
}

/** Closes the field. The board then takes the focus; its arrow keys differ from the list's. */
async function leave() {
  await key("Escape");
  get("moves").focus();
}

async function go(...keys: string[]) {
  for (const name of keys) await key(name);
}

describe("the result", () => {
  /** Opens the first game with another verdict of the rules beside its own result. */
  async function judged(verdict: Outcome | null) {
    const backend = await open();
    const opened = backend.openStudy.bind(backend);
    backend.openStudy = async (id) => ({ ...(await opened(id)), verdict });
    await key("3", { ctrlKey: true });
    await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
    await find("study-at");
  }

  test("is the record's; what the rules say is a note beside it, with the rule that says so", async () => {
    await judged({ winner: "first", reason: "checkmate" });
    const note = get("study-verdict");
    expect(note.getAttribute("role")).toBe("note");
    expect(note.textContent).toContain("By the rules Red won; the record has another result or none.");
    expect(note.textContent).toMatch(/mate.*\(Asian/i);
    // The game was resigned by Red, and remains so.
    expect(note.previousElementSibling?.textContent).toMatch(/Black won|Black wins|0–1|resign/i);
  });

  test("may be a draw by the rules, or what they say as well", async () => {
    await judged({ winner: null, reason: "repetition" });
    expect(get("study-verdict").textContent).toContain("By the rules this game is a draw");
    cleanup();
    await judged(null);
    expect(screen.queryByTestId("study-verdict")).toBeNull();
  });
});

describe("the library beside the board", () => {
  async function unfold() {
    await fireEvent.click(get("study-explorer-summary"));
  }

  test("is folded and asks nothing until it is opened; a move of it is played", async () => {
    const backend = await study();
    expect(get("study-explorer-summary").getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByTestId("explorer")).toBeNull();
    expect(backend.calls).not.toContain("explore");
    await unfold();
    const move = await find("explorer-move");
    expect(move.getAttribute("aria-label")).toMatch(/^炮二平五 this game: 3 games/);
    await fireEvent.click(move);
    await at(1, 14);
    expect(backend.calls).toContain("playInStudy h2e2");
    await waitFor(() => expect(get("explorer-move").textContent).toContain("马８进７"));
  });

  test("on a symmetric position the image of the game's next move is that move", async () => {
    const backend = await study();
    const { explore } = backend;
    backend.explore = async (position) => {
      const explored = await explore.call(backend, position);
      const [move] = explored.moves;
      if (move?.row.uci !== "h2e2") return explored;
      const row = { ...move.row, uci: "b2e2", chinese: "炮八平五" };
      return { ...explored, moves: [{ ...move, row, alike: ["h2e2", "b2e2"] }] };
    };
    await unfold();
    const move = await find("explorer-move");
    expect(move.textContent).toContain("炮八平五");
    expect(get("explorer-next").textContent).toBe("this game: 炮二平五");
    expect(move.getAttribute("aria-label")).toMatch(/^炮八平五 this game: 炮二平五: /);
    const rows = shown().length;
    await fireEvent.click(move);
    await at(1, 14);
    expect(backend.calls).toContain("playInStudy h2e2");
    expect(backend.calls).not.toContain("playInStudy b2e2");
    expect(shown()).toHaveLength(rows);
  });

  test("it leads to the games that had the position", async () => {
    await study();
    await unfold();
    await fireEvent.click(await find("explorer-find"));
    await find("screen-library");
    await waitFor(() => expect(screen.getAllByTestId("library-row").length).toBeGreaterThan(0));
  });
});

describe("the tree", () => {
  test("a move in the past is a variation, and a known move is none", async () => {
    const backend = await study();
    await go("ArrowRight", "ArrowRight");
    await type("h0g2");
    await at(3, 14);
    expect(shown()).toHaveLength(7);
    await leave();
    await key("ArrowLeft");
    await at(2, 14);
    await type("c3c4");
    await at(3, 3);
    await shows("1A 2.兵七进一");
    expect(shown()).toHaveLength(8);
    expect(backend.calls.filter((call) => call.startsWith("playInStudy"))).toEqual([
      "playInStudy h0g2",
      "playInStudy c3c4",
    ]);
    await fireEvent.click(get("study-undo"));
    await waitFor(() => expect(shown()).toHaveLength(7));
    await fireEvent.click(get("study-redo"));
    await shows("1A 2.兵七进一");
  });

  test("the place is told in rounds, as the list counts", async () => {
    await study();
    expect(get("study-at").textContent).toBe("Start · 7 rounds");
    await go("ArrowRight", "ArrowRight", "ArrowRight");
    await says("study-at", "Round 2 of 7 · Red");
    await go("ArrowRight");
    await says("study-at", "Round 2 of 7 · Black");
  });

  test("a refused move says why and leaves the tree alone", async () => {
    await study();
    await type("b0d1");
    expect((await find("typed-move-error")).textContent).toBe(
      "The horse’s leg is blocked by the elephant on file 7.",
    );
    expect(shown()).toHaveLength(7);
  });

  test("the record is copied, and a clipboard that refuses is reported", async () => {
    const { copied, refuse } = clipboard();
    await study();
    await fireEvent.click(get("study-copy"));
    await says("toast", "Record copied.");
    expect(copied).toHaveLength(1);
    expect(copied[0]).toContain("h2e2 h9g7");
    refuse();
    await fireEvent.click(get("study-copy"));
    await waitFor(() => expect(document.body.textContent).toContain("Could not access the clipboard."));
  });

  test("a line is copied with what follows it", async () => {
    const { copied } = clipboard();
    await study();
    await go("ArrowRight", "ArrowRight");
    await fireEvent.click(get("study-copy-line"));
    await says("toast", "Line copied.");
    expect(copied).toHaveLength(1);
    expect(copied[0]).toMatch(/^h2e2 h9g7 h0g2/);
  });

  test("moves of elsewhere become variations, and a position with two ways to it is marked", async () => {
    await study();
    // On the board, where V and Shift+V read the attackers of a point.
    document.querySelector<HTMLElement>('[data-square="h2"]')?.focus();
    await key("v", { altKey: true });
    expect((await axe.run(await find("merge-dialog"))).violations).toEqual([]);
    input("merge-text", "h8");
    await fireEvent.click(get("merge-add"));
    await says("merge-told", "It begins with a position that the study does not have. Open it on its own.");
    expect(shown()).toHaveLength(7);
    input("merge-text", "h2e2 b9c7 h0g2 h9g7 i0h0 i9h9");
    await fireEvent.click(get("merge-add"));
    await says("toast", "5 moves added.");
    await waitFor(() => expect(screen.queryByTestId("merge-dialog")).toBeNull());
    await at(0, 14);
    const marks = get("moves").querySelectorAll("[data-transposition]");
    expect([...marks].map((mark) => mark.getAttribute("title"))).toEqual([
      "Same position as move 3, 马２进３",
      "Same position as move 3, 车９平８",
    ]);
    // The block of the variation stands above the rest of the main line.
    await fireEvent.click(marks[1] as Element);
    await at(6, 6);
    get("moves").focus();
    await key("j");
    await at(6, 14);
    await key("z", { ctrlKey: true });
    await waitFor(() => expect(shown()).toHaveLength(7));
    expect(get("moves").querySelector("[data-transposition]")).toBeNull();
  });

  test("variations are chosen, made the main line, deleted and brought back by keys", async () => {
    await study();
    await go("ArrowRight");
    await type("b9c7");
    await at(2, 2);
    await leave();
    await go("ArrowUp");
    await at(2, 14);
    await go("ArrowDown");
    await at(2, 2);
    await fireEvent.click(get("study-main"));
    await waitFor(() => expect(shown()[0]).toContain("马２进３"));
    await key("z", { ctrlKey: true });
    await waitFor(() => expect(shown()[0]).not.toContain("马２进３"));
    await key("Delete");
    await waitFor(() => expect(shown().join()).not.toContain("1…马２进３"));
    await at(1, 14);
    await key("z", { ctrlKey: true });
    await shows("1A 1…马２进３");
    await go("End", "[");
    await at(1, 14);
    await go("Home", "]");
    await at(1, 14);
  });

  test("a variation of several moves folds and unfolds", async () => {
    await study();
    await go("ArrowRight");
    await type("b9c7");
    await at(2, 2);
    await fireEvent.input(get("typed-move"), { target: { value: "b0c2" } });
    await fireEvent.click(get("typed-move-go"));
    await shows("马八进七");
    const head = get("moves").querySelector("[aria-expanded]");
    expect(head?.getAttribute("aria-level")).toBe("2");
    await fireEvent.click(head?.querySelector("[data-fold]") as Element);
    await shows("1 more");
    expect(get("moves").querySelector("[aria-expanded]")?.getAttribute("aria-expanded")).toBe("false");
    // The cursor cannot be on a folded move.
    await at(2, 3);
  });
});

describe("notes", () => {
  test("C, words and Ctrl+Enter make a comment; keys 1 to 6 judge, and the same again takes it away", async () => {
    const backend = await study();
    await go("ArrowRight", "3");
    await shows("炮二平五!!");
    expect(get("glyph-3").getAttribute("aria-pressed")).toBe("true");
    await go("3");
    await waitFor(() => expect(shown().join()).not.toContain("!!"));
    await key("c");
    expect(document.activeElement).toBe(get("comment"));
    await input("comment", "当头炮");
    await key("Enter", { ctrlKey: true });
    await shows("当头炮");
    expect(document.activeElement?.matches(".stage")).toBe(true);
    expect(backend.calls).toContain("editStudy comment");
    get("comment").focus();
    await key("Escape");
    expect(document.activeElement?.matches(".stage")).toBe(true);
  });

  test("a press on the board or on a tab takes the keys from the comment, and from nothing else", async () => {
    const backend = await study();
    const kept = () => backend.calls.filter((call) => call === "editStudy comment").length;
    const square = document.querySelector('[data-square="e4"]') as Element;
    for (const [n, pressed] of [square, get("tab-moves")].entries()) {
      await key("c");
      expect(document.activeElement).toBe(get("comment"));
      await input("comment", `typed ${n}`);
      // What is pressed takes no focus itself.
      expect(await fireEvent.mouseDown(pressed)).toBe(false);
      expect(document.activeElement?.matches(".stage")).toBe(true);
      await waitFor(() => expect(kept()).toBe(n + 1));
      get("flip").focus();
      expect(await fireEvent.mouseDown(pressed)).toBe(false);
      expect(document.activeElement).toBe(get("flip"));
    }
  });

  test("a comment that is typed when the window closes is saved first", async () => {
    const backend = await study();
    await go("ArrowRight");
    await input("comment", "last words");
    expect(backend.calls).not.toContain("editStudy comment");
    backend.beginToClose();
    await waitFor(() => expect(backend.calls).toContain("closeWindow"));
    expect(backend.calls.indexOf("editStudy comment")).toBeGreaterThan(-1);
    expect(backend.calls.indexOf("editStudy comment")).toBeLessThan(backend.calls.indexOf("closeWindow"));
  });

  test("words that were not kept yet are kept for their move when another one is shown", async () => {
    await study();
    await go("ArrowRight");
    await input("comment", "first");
    await fireEvent.click(get("study-next"));
    await shows("first");
    expect((get("comment") as HTMLTextAreaElement).value).toBe("");
  });

  test("K twice on the board draws: elsewhere an arrow, on the same point a ring; the right button draws, too", async () => {
    await study();
    const square = (name: string) =>
      document.querySelector<HTMLElement>(`[data-square="${name}"]`) as HTMLElement;
    const mark = async (name: string) => {
      square(name).focus();
      await key("K", { shiftKey: true });
    };
    await mark("h2");
    await mark("e2");
    await waitFor(() => expect(document.querySelector("[data-marks]")?.getAttribute("data-marks")).toBe("1"));
    await mark("e6");
    await mark("e6");
    await waitFor(() => expect(get("clear-marks").textContent).toContain("2"));
    expect(square("e6").getAttribute("aria-label")).toContain("marked");
    await fireEvent.click(get("clear-marks"));
    await waitFor(() => expect(screen.queryByTestId("clear-marks")).toBeNull());
  });

  test("what stands above the moves is written down", async () => {
    const backend = await study();
    await fireEvent.click(get("study-header"));
    await input("header-event", "五羊杯");
    await fireEvent.change(get("header-result"), { target: { value: "draw" } });
    await fireEvent.click(get("header-keep"));
    await says("study-header", "五羊杯");
    expect(backend.calls).toContain("editStudy describe");
  });
});

describe("play and positions", () => {
  test("a game goes on from here and comes back", async () => {
    const backend = await study();
    await go("ArrowRight", "ArrowRight");
    await waitFor(() => expect(backend.calls).toContain("go 2"));
    await fireEvent.click(get("study-play"));
    await fireEvent.click(await find("from-start"));
    await find("from-study");
    expect(backend.calls).toContain("beginFrom 2");
    await fireEvent.click(get("study-bring"));
    await find("study-at");
    expect(backend.calls.some((call) => call.startsWith("bringGame"))).toBe(true);
  });

  test("the editor says what is wrong, and a position that can be is studied", async () => {
    const backend = await open();
    await fireEvent.click(get("home-position"));
    await says("editor-verdict", "is playable");
    await fireEvent.click(get("man-none"));
    await fireEvent.click(document.querySelector('[data-square="e0"]') as Element, { detail: 0 });
    await hears("polite", "empty");
    await says("editor-verdict", "A general is missing");
    expect((get("editor-study") as HTMLButtonElement).disabled).toBe(true);
    await fireEvent.click(get("man-first-k"));
    const point = document.querySelector<HTMLElement>('[data-square="e0"]');
    point?.focus();
    await key("Enter");
    await hears("polite", "red general");
    await hears("polite", "Position is playable.");
    await key("p");
    await hears("polite", "general on file five");
    await fireEvent.click(get("man-first-r"));
    point?.focus();
    await key("Enter");
    await hears("polite", "No red chariot left");
    await fireEvent.click(get("editor-start"));
    await says("editor-verdict", "is playable");
    await input("editor-fen", "nonsense");
    await fireEvent.click(get("editor-fen-use"));
    await says("editor-verdict", "does not describe a Xiangqi board");
    await fireEvent.click(get("editor-start"));
    await says("editor-verdict", "is playable");
    await fireEvent.click(get("editor-study"));
    await find("study-at");
    expect(backend.calls).toContain("newStudy");
  });

  test("what is wrong with a position is said once, and again when it is asked for again", async () => {
    const backend = await open({ announcements: "window" });
    const times = (text: string) => backend.announced.filter((one) => one.includes(text)).length;
    await fireEvent.click(get("home-position"));
    await says("editor-verdict", "is playable");
    await input("editor-fen", "nonsense");
    await fireEvent.click(get("editor-fen-use"));
    await waitFor(() => expect(times("does not describe a Xiangqi board")).toBe(1));
    await fireEvent.click(get("editor-fen-use"));
    await waitFor(() => expect(times("does not describe a Xiangqi board")).toBe(2));
    await fireEvent.click(get("man-none"));
    await fireEvent.click(document.querySelector('[data-square="e0"]') as Element, { detail: 0 });
    await waitFor(() => expect(times("A general is missing")).toBe(1));
  });

  test("pieces on the board are looked for in the library, and a game opens at their ply", async () => {
    const backend = await open();
    await fireEvent.click(get("home-position"));
    await says("editor-verdict", "is playable");
    await fireEvent.click(get("man-none"));
    await fireEvent.click(document.querySelector('[data-square="e0"]') as Element, { detail: 0 });
    // The pieces need not be a whole position.
    await says("editor-verdict", "A general is missing");
    await fireEvent.change(get("editor-part"), { target: { value: "material" } });
    await fireEvent.click(get("editor-find"));
    expect((await find("library-part")).textContent).toContain("Games with this material");
    await waitFor(() => expect(screen.getAllByTestId("library-row")).toHaveLength(3));
    await fireEvent.click(screen.getAllByTestId("library-row")[0] as HTMLElement);
    await find("study-at");
    await waitFor(() => expect(backend.calls).toContain("go 2"));
    await fireEvent.click(get("rail-library"));
    await fireEvent.click(await find("library-part-off"));
    await waitFor(() => expect(screen.queryByTestId("library-part")).toBeNull());
  });

  test("a position that was left in the editor is there again until it is used or discarded", async () => {
    await open();
    await fireEvent.click(get("home-position"));
    await says("editor-verdict", "is playable");
    expect(screen.queryByTestId("editor-unfinished")).toBeNull();
    await fireEvent.click(get("man-none"));
    await fireEvent.click(document.querySelector('[data-square="e0"]') as Element, { detail: 0 });
    await says("editor-verdict", "A general is missing");
    await fireEvent.change(get("editor-part"), { target: { value: "material" } });
    await fireEvent.click(get("editor-find"));
    await find("library-part");
    await key("n", { ctrlKey: true });
    await fireEvent.click(await find("home-position"));
    await says("editor-unfinished", "unfinished position was restored");
    await says("editor-verdict", "A general is missing");
    expect((get("editor-part") as HTMLSelectElement).value).toBe("material");
    await fireEvent.click(get("editor-discard"));
    await says("editor-verdict", "is playable");
    expect(screen.queryByTestId("editor-unfinished")).toBeNull();
    await fireEvent.click(get("editor-empty"));
    await says("editor-verdict", "is playable");
    await fireEvent.click(get("editor-study"));
    await find("study-at");
    await key("n", { ctrlKey: true });
    await fireEvent.click(await find("home-position"));
    await says("editor-verdict", "is playable");
    expect(screen.queryByTestId("editor-unfinished")).toBeNull();
  });

  test("a board that is emptied, begun anew or read from a FEN comes back with one press", async () => {
    await open();
    await fireEvent.click(get("home-position"));
    await says("editor-verdict", "is playable");
    await fireEvent.click(get("man-none"));
    await fireEvent.click(document.querySelector('[data-square="h2"]') as Element, { detail: 0 });
    const fen = () => (get("editor-fen") as HTMLInputElement).value;
    const set = fen();
    for (const act of ["editor-empty", "editor-start", "editor-fen-use"]) {
      if (act === "editor-fen-use") await input("editor-fen", "4k4/9/9/9/9/9/9/9/9/4K4 w");
      await fireEvent.click(get(act));
      expect(fen()).not.toBe(set);
      await fireEvent.click(await find("toast-action"));
      expect(fen()).toBe(set);
    }
    // The offer ends with the next piece, and with the screen.
    await fireEvent.click(get("editor-empty"));
    await says("toast", "The board was changed.");
    await fireEvent.click(document.querySelector('[data-square="e0"]') as Element, { detail: 0 });
    await waitFor(() => expect(screen.queryByTestId("toast-action")).toBeNull());
    await fireEvent.click(get("editor-start"));
    await find("toast-action");
    await fireEvent.click(get("editor-back"));
    await waitFor(() => expect(screen.queryByTestId("toast-action")).toBeNull());
  });

  test("without a study the screen begins with the board of the last game, and says what else can be opened", async () => {
    const backend = await open({ settings: { lastGame: "gomoku" } });
    await key("2", { ctrlKey: true });
    expect((await find("study-empty")).textContent).toContain("Play moves on the board");
    // A board without moves is not an unfinished game.
    expect(get("screen-study").textContent).not.toContain("Unfinished");
    expect(backend.calls.filter((call) => call === "newStudy")).toHaveLength(1);
    expect(document.querySelectorAll("[data-square]")).toHaveLength(225);
    await fireEvent.click(get("study-board-xiangqi"));
    await waitFor(() => expect(document.querySelectorAll("[data-square]")).toHaveLength(90));
    await fireEvent.click(get("study-from-position"));
    await find("editor-verdict");
    await fireEvent.click(get("editor-back"));
    await find("study-empty");
  });

  test.each(["reopenedStudy", "newStudy"] as const)(
    "whoever leaves the screen before %s has answered is not led back",
    async (slow) => {
      const backend = await open();
      const answers: (() => void)[] = [];
      const whole = backend[slow].bind(backend) as (...asked: unknown[]) => Promise<unknown>;
      const late = (...asked: unknown[]) =>
        new Promise((resolve) => answers.push(() => resolve(whole(...asked))));
      Object.assign(backend, { [slow]: late });
      await key("2", { ctrlKey: true });
      await waitFor(() => expect(answers).toHaveLength(1));
      await key("3", { ctrlKey: true });
      await find("screen-library");
      answers[0]?.();
      await new Promise((resolve) => setTimeout(resolve, 50));
      get("screen-library");
      Object.assign(backend, { [slow]: whole });
      await key("2", { ctrlKey: true });
      await find("study-empty");
    },
  );

  test.each(["en", "zh-CN"] as const)(
    "the editor and the dialogs in %s have nothing to say to axe",
    async (language) => {
      await study({ settings: { language } });
      const check = async () => {
        const { violations } = await axe.run(document.body, {
          rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
        });
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      };
      await fireEvent.click(get("study-header"));
      await check();
      await fireEvent.click(get("header-cancel"));
      await fireEvent.click(get("study-play"));
      await check();
      await fireEvent.click(get("from-cancel"));
      await fireEvent.click(get("study-position"));
      await find("editor-verdict");
      await check();
    },
  );
});

test("a turned board stays turned in the editor, in the study of its position, and in the laboratory", async () => {
  await study();
  const top = () => document.querySelector("[data-square]")?.getAttribute("data-square");
  expect(top()).toBe("a9");
  await fireEvent.click(get("flip"));
  await waitFor(() => expect(top()).toBe("i0"));
  await fireEvent.click(get("study-position"));
  await find("editor-fen");
  expect(top()).toBe("i0");
  await waitFor(() => expect((get("editor-study") as HTMLButtonElement).disabled).toBe(false));
  await fireEvent.click(get("editor-study"));
  await find("study-at");
  await waitFor(() => expect(top()).toBe("i0"));
  await key("w");
  await find("screen-lab");
  expect(top()).toBe("i0");
});

describe("the engine", () => {
  const panel = () => find("engine-panel");
  const shows = (state: string) => waitFor(() => expect(get("analysis-state").textContent).toContain(state));

  test("A turns it on: it finds lines, rests, keeps what it found, and Enter plays the best", async () => {
    const backend = await study();
    await key("a");
    await panel();
    await shows("Paused");
    // The lines are above the moves, which stay in front.
    expect(get("tab-moves").getAttribute("aria-selected")).toBe("true");
    expect(screen.getAllByTestId("strip-line")).toHaveLength(3);
    expect(screen.getAllByTestId("line")).toHaveLength(3);
    expect(backend.calls).toContain("keepEvaluation 0 0.40,9");
    expect(get("evaluation").textContent).toBe("+0.4");
    const lines = screen.getAllByTestId("line");
    expect(lines[1]?.querySelector(".unseen")?.textContent).toMatch(/^2: .*Black ahead by 0.2, depth 9$/);
    const arrows = [...document.querySelectorAll("[data-ranked]")];
    expect(arrows).toHaveLength(3);
    expect(arrows.every((arrow) => arrow.getAttribute("data-node") === "0")).toBe(true);
    // An evaluation is not an undo step.
    expect((get("study-undo") as HTMLButtonElement).disabled).toBe(true);
    await fireEvent.click(get("strip-lines"));
    expect(screen.getAllByTestId("strip-line")).toHaveLength(1);
    await fireEvent.click(get("strip-lines"));
    await key("+");
    await waitFor(() => expect(screen.getAllByTestId("line")).toHaveLength(4));
    expect(screen.getAllByTestId("strip-line")).toHaveLength(3);
    await key("Enter");
    await at(1);
    await key("ArrowLeft");
    await waitFor(() => expect(document.querySelectorAll('[data-ranked][data-node="0"]')).toHaveLength(4));
    await key("a");
    await waitFor(() => expect(screen.queryByTestId("engine-strip")).toBeNull());
    await fireEvent.click(get("tab-engine"));
    await panel();
    await shows("Off");
    expect(screen.getAllByTestId("line")).toHaveLength(4);
  });

  test("a move can be left out of the search, which names it as it is written", async () => {
    await study({ settings: { notation: "iccs" } });
    await key("a");
    await panel();
    await shows("Paused");
    const without = screen.getAllByTestId("line-without")[0] as HTMLElement;
    const [, move] = /^Search without (\S+)$/.exec(without.getAttribute("aria-label") ?? "") ?? [];
    expect(move).toMatch(/^[A-Z]/);
    await fireEvent.click(without);
    await waitFor(() => expect(get("analysis-root").textContent).toContain(`Left out: ${move}`));
    await fireEvent.click(get("analysis-root-off"));
    await waitFor(() => expect(screen.queryByTestId("analysis-root")).toBeNull());
  });

  test("a line in the focus is played out in miniature, and played by a press", async () => {
    const backend = await study();
    await key("a");
    await shows("Paused").catch(() => panel());
    const lines = await screen.findAllByTestId("line");
    lines[2]?.focus();
    await find("played-out");
    await fireEvent.click(lines[2] as HTMLElement);
    await at(1);
    expect(backend.calls.some((call) => call.startsWith("playInStudy"))).toBe(true);
  });

  test("on another board no line is highlighted, whichever was followed before", async () => {
    await study();
    await key("a");
    await panel();
    await shows("Paused");
    const followed = screen.getAllByTestId("strip-line")[2] as HTMLElement;
    followed.focus();
    await fireEvent.click(followed);
    await at(1);
    // The highlighted move, which Enter plays, is drawn over the others; without one it is the best.
    const top = () => [...document.querySelectorAll<HTMLElement>("[data-ranked]")].at(-1)?.dataset;
    await waitFor(() => expect(top()?.node).toBe(get("study-at").dataset.node));
    expect(top()?.ranked).toBe("1");
  });

  test("what is wished is remembered and asked for", async () => {
    const backend = await study();
    await key("a");
    await panel();
    await fireEvent.change(get("analysis-threads"), { target: { value: "2" } });
    await fireEvent.change(get("analysis-seconds"), { target: { value: "0" } });
    await shows("Analysing");
    expect(backend.settings.analysis).toMatchObject({ seconds: 0, lines: 3 });
  });

  test("leaving the study sends everybody away", async () => {
    const backend = await study();
    await key("a");
    await panel();
    await key("3", { ctrlKey: true });
    await find("screen-library");
    await waitFor(() => expect(backend.calls).toContain("leaveAnalysis"));
  });

  test("a game between people is analysed where it stands, and goes on; one against the engine is not", async () => {
    const backend = await open();
    await fireEvent.click(get("start"));
    await find("screen-play");
    await key("Tab", { ctrlKey: true });
    await waitFor(() =>
      expect(document.body.textContent).toContain("when it is over. Until then, hints are available."),
    );
    expect(get("screen-play")).toBeTruthy();
    expect(backend.calls).not.toContain("studyGame");
  });

  test.each(["en", "zh-CN"] as const)("in %s it has nothing to say to axe", async (language) => {
    await study({ settings: { language } });
    await key("a");
    await panel();
    await screen.findAllByTestId("line");
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});
