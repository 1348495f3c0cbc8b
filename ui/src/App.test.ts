import axe from "axe-core";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import AppFrame from "./App.svelte";
import { App } from "./lib/app/app.svelte";
import { clipboard, choose, find, get, hears, input, key, open } from "./driver";
import { SETUPS, XIANGQI } from "./lib/backend/fixtures";
import { MemoryBackend, type MemoryOptions } from "./lib/backend/memory";
import { sampleExternal } from "./lib/backend/memory-engines";
import { fault } from "./lib/backend/memory-shell";
import type { Settings } from "./lib/bindings";
import { NO_COACH } from "./lib/game/players";
import droppedFiles from "../../src-tauri/src/dropped_files.rs?raw";

async function type(mv: string) {
  await key("/");
  const field = (await find("typed-move")) as HTMLInputElement;
  await fireEvent.input(field, { target: { value: mv } });
  await fireEvent.click(get("typed-move-go"));
}

/** The board has the focus. */
const onBoard = () => expect(document.activeElement?.matches("[data-square]")).toBe(true);

beforeEach(() => {
  document.documentElement.removeAttribute("data-theme");
});

describe("a repetition", () => {
  test("the strip stands before the move, and the ruling in the end card after it", async () => {
    const backend = await open();
    await key("Enter");
    await find("screen-play");
    expect(screen.queryByTestId("repetitions")).toBeNull();
    const [row, reply] = XIANGQI.rows;
    if (!row || !reply) throw new Error("the script has moves");
    const prey = [{ piece: "r", at: "a9" }];
    const fault = { side: "first" as const, kind: "chase" as const, checks: 0, threats: 0, chases: 4, prey };
    const ruling = { loser: "first" as const, faults: [fault], cycle: [row, reply] };
    backend.send([{ kind: "moved", row: reply, ply: 2 }], {
      repetitions: [{ row, reply: null, ruled: ruling }],
    });
    const strip = await find("repetitions");
    expect(strip.textContent).toContain("炮二平五");
    expect(strip.textContent).toContain("perpetual chase of the black chariot loses");
    expect(get("repetition-cycle").textContent).toBe("Repeated moves: 炮二平五 马８进７");
    await hears("assertive", "perpetual chase");

    const outcome = { winner: "second" as const, reason: "perpetual-chase" };
    backend.send([{ kind: "ended", outcome }], { board: { outcome }, ruled: ruling, repetitions: [] });
    expect((await find("end-reason")).textContent).toContain(
      "Red loses by perpetual chase of the black chariot",
    );
    expect(screen.queryByTestId("repetitions")).toBeNull();
  });
});

describe("home", () => {
  test("Enter alone starts the game that was played last", async () => {
    const backend = await open();
    await key("Enter");
    await find("screen-play");
    expect(backend.calls).toContain("newGame");
    expect(get("status").textContent).toBe("Your move");
  });

  test("G, 4, B, Enter: Gomoku against level 4 as Black, and it is remembered", async () => {
    const backend = await open({
      settings: { gomokuNew: { ...new MemoryBackend().settings.gomokuNew, seat: "second" } },
    });
    for (const name of ["g", "4", "b", "Enter"]) await key(name);
    await find("screen-play");
    expect(get("player-second").textContent).toContain("Expert");
    expect(get("player-first").textContent).toContain("You");
    expect([
      backend.settings.lastGame,
      backend.settings.gomokuNew.level,
      backend.settings.gomokuNew.seat,
    ]).toEqual(["gomoku", 4, "first"]);
  });

  test("X returns to Xiangqi, R and B choose seats there, W is no seat", async () => {
    const backend = await open({ settings: { lastGame: "gomoku" } });
    await key("x");
    await key("b");
    expect(backend.settings.xiangqiNew.seat).toBe("second");
    await key("w");
    expect(backend.settings.xiangqiNew.seat).toBe("second");
    await key("r");
    expect(backend.settings.xiangqiNew.seat).toBe("first");
    expect((get("game-xiangqi") as HTMLInputElement).checked).toBe(true);
  });

  test("the rule of repetitions is the Asian one until another is chosen, which is explained and remembered", async () => {
    const backend = await open();
    expect((get("rule-select") as HTMLSelectElement).value).toBe("asian");
    const how = get("repetition-how").textContent;
    await choose("rule-select", "chinese");
    expect(backend.settings.xiangqiNew.rule).toBe("chinese");
    expect(get("repetition-how").textContent).not.toBe(how);
    await fireEvent.click(get("start"));
    const board = await find("screen-play");
    expect(board.textContent).toContain("Chinese rules");
    expect((await backend.seen())?.setup.rule).toBe("chinese");
  });

  test("a rule of repetitions that nobody knows stands for the Asian one", async () => {
    const backend = new MemoryBackend();
    const settings = { xiangqiNew: { ...backend.settings.xiangqiNew, rule: "lunar" } };
    const opened = await open({ settings });
    expect((get("rule-select") as HTMLSelectElement).value).toBe("asian");
    await key("Enter");
    await find("screen-play");
    expect((await opened.seen())?.setup.rule).toBe("asian");
  });

  test("the level that fits the last games is offered, and 6 follows it from game to game", async () => {
    const backend = await open({ settings: { lastGame: "gomoku", confirmResign: false } });
    backend.fit = { level: 3, games: 4 };
    for (const name of ["x", "g"]) await key(name);
    await find("opponent-auto");
    expect(screen.queryByTestId("level-offer"), "four games say little").toBeNull();
    backend.fit = { level: 3, games: 12 };
    for (const name of ["x", "g"]) await key(name);
    const offer = await find("level-offer");
    expect(offer.textContent).toContain("12");
    await fireEvent.click(offer);
    expect(backend.settings.gomokuNew).toMatchObject({ opponent: "engine", level: 3 });
    expect(screen.queryByTestId("level-offer")).toBeNull();

    await key("6");
    expect(backend.settings.gomokuNew.opponent).toBe("auto");
    expect(get("character").textContent).toContain("Plans three moves ahead");
    backend.fit = { level: 4, games: 13 };
    await key("Enter");
    await find("screen-play");
    expect((await backend.seen())?.second).toMatchObject({ kind: "engine", level: 4 });
    // Nothing is there to resign before the first move.
    expect((get("resign") as HTMLButtonElement).disabled).toBe(true);
    await type("h8");
    await waitFor(() => expect((get("resign") as HTMLButtonElement).disabled).toBe(false));
    await key("Escape");
    await fireEvent.click(get("resign"));
    await find("end-card");
    backend.fit = { level: 2, games: 14 };
    await key("n");
    await waitFor(() => expect(screen.queryByTestId("end-card")).toBeNull());
    expect((await backend.seen())?.first).toMatchObject({ kind: "engine", level: 2 });
  });

  test("two engines and a friend", async () => {
    const backend = await open();
    await fireEvent.click(get("opponent-engines"));
    await choose("engine-second", "level-5");
    expect([backend.settings.xiangqiNew.opponent, backend.settings.xiangqiNew.secondLevel]).toEqual([
      "engines",
      5,
    ]);
    expect(screen.queryByTestId("seat-first")).toBeNull();
    await fireEvent.click(get("opponent-friend"));
    await fireEvent.click(get("start"));
    await find("screen-play");
    expect(get("status").textContent).toBe("Red to move");
  });

  test("levels are steps with their measured strength, and stay in view for every opponent", async () => {
    const backend = await open();
    await waitFor(() =>
      expect(get("level-3").closest("label")?.textContent).toMatch(/3\s*Club player\s*\+500/),
    );
    await fireEvent.click(get("opponent-friend"));
    expect((get("level-3") as HTMLInputElement).checked).toBe(false);
    await fireEvent.click(get("level-3"));
    expect(backend.settings.xiangqiNew).toMatchObject({ opponent: "engine", level: 3 });
    expect((get("opponent-computer") as HTMLInputElement).checked).toBe(true);
    await fireEvent.click(get("opponent-engines"));
    await fireEvent.click(get("opponent-computer"));
    expect(backend.settings.xiangqiNew).toMatchObject({ opponent: "engine", level: 3 });
  });

  test("a game without a move is not kept, and a game of two people goes to the library when another one begins", async () => {
    const backend = await open();
    await key("Enter");
    await find("screen-play");
    await key("n", { ctrlKey: true });
    await find("screen-home");
    expect(screen.queryByTestId("resume-strip")).toBeNull();
    await fireEvent.click(get("opponent-friend"));
    await key("Enter");
    await find("screen-play");
    await type("h2e2");
    await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(1));
    await key("Escape");
    const uid = (await backend.seen())?.uid;
    await key("n", { ctrlKey: true });
    await find("screen-home");
    expect(screen.queryByTestId("resume-strip")).toBeNull();
    await key("Enter");
    await find("screen-play");
    await waitFor(() => expect(backend.calls).toContain(`discard ${uid}`));
    expect((await find("toast")).textContent).toContain("library");
    await fireEvent.click(get("toast-action"));
    await waitFor(() => expect(backend.calls).toContain(`takeBackDiscard ${uid}`));
  });

  test("a FEN the core refuses says so beside the field", async () => {
    await open();
    await input("fen", "?");
    await fireEvent.click(get("start"));
    const field = get("fen");
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
      "FEN",
    );
    expect(screen.queryByTestId("screen-play")).toBeNull();
  });

  test("an unfinished game is offered: Resume takes it up, Discard files it, Later keeps it on the strip", async () => {
    const unfinished = [MemoryBackend.leftOver(Date.now())];
    const backend = await open({ unfinished });
    expect((await find("resume-dialog")).textContent).toContain(
      "Xiangqi against Expert · level 4, 4 rounds, 4 minutes ago.",
    );
    await fireEvent.click(get("resume-later"));
    expect(screen.queryByTestId("resume-dialog")).toBeNull();
    expect(get("resume-strip").textContent).toContain("4 rounds");
    await fireEvent.click(await find("resume-strip-resume"));
    await find("screen-play");
    expect(backend.calls).toContain("resume left-over");
    expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(8);
    cleanup();
    const second = await open({ unfinished });
    await fireEvent.click(await find("discard"));
    await waitFor(() => expect(screen.queryByTestId("resume-strip")).toBeNull());
    expect(second.calls).toContain("discard left-over");
  });
});

describe("a clock of one's own", () => {
  test("is set, remembered and begun with; what is typed beyond its bounds is brought back", async () => {
    const backend = await open();
    await choose("clock-select", "-1");
    await find("clock-kind");
    await choose("clock-kind", "byo-yomi");
    await find("clock-minutes");
    for (const [field, value] of [
      ["clock-minutes", "5"],
      ["clock-period", "20"],
      ["clock-periods", "900"],
    ] as const) {
      const element = get(field) as HTMLInputElement;
      element.value = value;
      await fireEvent.change(element);
    }
    expect((get("clock-periods") as HTMLInputElement).value).toBe("60");
    expect(backend.settings.xiangqiNew.clock).toMatchObject({
      kind: "byo-yomi",
      mainS: 300,
      periodS: 20,
      periods: 60,
    });
    await fireEvent.click(get("start"));
    await find("screen-play");
    expect((await backend.seen())?.clock).toEqual({
      kind: "byoYomi",
      main: 300_000,
      period: 20_000,
      periods: 60,
    });
    expect(get("clock-first").textContent?.trim()).toMatch(/^(5:00|4:5\d)$/);
  });
});

describe("a page that begins again", () => {
  /** Leaves a game in which the engine thinks. */
  async function thinks(backend: MemoryBackend) {
    const players = { first: { kind: "human", name: "" }, second: { kind: "engine", level: 3 } } as const;
    await backend.newGame({ setup: SETUPS.xiangqi, ...players, clock: { kind: "none" }, coach: NO_COACH });
    await backend.play("h2e2");
  }

  test.each(["subscribe", "startup"] as const)("has the engine's move during %s", async (call) => {
    await open({ thinkMs: 100_000 }, async (backend) => {
      await thinks(backend);
      const [subscribe, startup] = [backend.subscribe.bind(backend), backend.startup.bind(backend)];
      if (call === "subscribe")
        backend.subscribe = async (listener) => {
          await backend.moveNow();
          return subscribe(listener);
        };
      else
        backend.startup = async () => {
          const state = await startup();
          await backend.moveNow();
          return state;
        };
    });
    await find("screen-play");
    await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(2));
    expect(get("status").textContent).toBe("Your move");
  });
});

describe("two engines", () => {
  test("are paused by Space, move once, go on, and are stopped; that is taken back", async () => {
    const backend = await open({ thinkMs: 100_000 });
    await fireEvent.click(get("opponent-engines"));
    await fireEvent.click(get("start"));
    await find("screen-play");
    expect(screen.queryByTestId("resign")).toBeNull();
    expect((get("step") as HTMLButtonElement).disabled).toBe(true);
    await key(" ");
    await waitFor(() => expect(get("status").textContent).toBe("Paused."));
    await fireEvent.click(get("step"));
    await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(1));
    expect(get("status").textContent).toBe("Paused.");
    expect(screen.queryByTestId("stalled")).toBeNull();
    await fireEvent.click(get("pause"));
    await waitFor(() => expect(get("status").textContent).toContain("Black"));
    await fireEvent.click(get("stop"));
    await find("screen-home");
    expect(backend.calls.at(-1) ?? "").not.toContain("trouble");
    expect((await find("toast")).textContent).toContain("saved to the library as unfinished");
  });
});

describe("the delay between the moves of two engines", () => {
  const moves = () => get("moves").querySelectorAll("[data-ply]").length;
  const rest = (ms: number) => new Promise((done) => setTimeout(done, ms));

  test("holds each move back, is paused and continued, and ends with None", async () => {
    const backend = await open({ thinkMs: 20 });
    await fireEvent.click(get("opponent-engines"));
    await fireEvent.click(get("start"));
    await find("screen-play");
    await choose("pace", "1");
    await waitFor(() => expect(moves()).toBeGreaterThan(0));
    const first = moves();
    await rest(300);
    expect(moves()).toBe(first);
    expect(get("status").textContent).not.toBe("Paused.");
    expect(get("live-polite").textContent).not.toContain("Paused.");
    await waitFor(() => expect(moves()).toBe(first + 1), { timeout: 3000 });
    // Pause means the person's pause.
    await fireEvent.click(get("pause"));
    await waitFor(() => expect(get("status").textContent).toBe("Paused."));
    await rest(1300);
    expect(moves()).toBe(first + 1);
    await fireEvent.click(get("pause"));
    await waitFor(() => expect(moves()).toBe(first + 2));
    await choose("pace", "0");
    await waitFor(() => expect(backend.calls).toContain("goOn"));
    await waitFor(() => expect(moves()).toBeGreaterThan(first + 3));
  });

  test("is not offered with a person at the board", async () => {
    await open();
    await fireEvent.click(get("start"));
    await find("screen-play");
    expect(screen.queryByTestId("pace")).toBeNull();
  });
});

describe("a discarded game", () => {
  test("is unfinished again once that is taken back", async () => {
    const backend = await open({ unfinished: [MemoryBackend.leftOver(Date.now())] });
    await fireEvent.click(await find("resume-later"));
    await fireEvent.click(await find("resume-strip-discard"));
    await waitFor(() => expect(screen.queryByTestId("resume-strip")).toBeNull());
    // After a refusal it is offered again.
    vi.spyOn(backend, "takeBackDiscard").mockRejectedValueOnce({ code: "library-full", message: "" });
    await fireEvent.click(await find("toast-action"));
    await waitFor(() => expect(backend.takeBackDiscard).toHaveBeenCalledOnce());
    expect(screen.queryByTestId("resume-strip")).toBeNull();
    await fireEvent.click(await find("toast-action"));
    await find("resume-strip");
    expect(backend.calls).toContain("takeBackDiscard left-over");
    await fireEvent.click(await find("resume-strip-resume"));
    await find("screen-play");
  });

  test("of two people is on Home again, too, and waits there after Esc", async () => {
    const second = { kind: "human" as const, name: "" };
    await open({ unfinished: [{ ...MemoryBackend.leftOver(Date.now()), second }] });
    await fireEvent(await find("resume-dialog"), new Event("cancel", { cancelable: true }));
    expect((await find("resume-strip")).textContent).toContain(
      "Xiangqi between two people, 4 rounds, 4 minutes ago.",
    );
    await fireEvent.click(await find("resume-strip-discard"));
    await waitFor(() => expect(screen.queryByTestId("resume-strip")).toBeNull());
    await fireEvent.click(await find("toast-action"));
    await fireEvent.click(await find("resume-strip-resume"));
    await find("screen-play");
  });
});

describe("play", () => {
  async function start(options: MemoryOptions = {}) {
    const backend = await open(options);
    await key("Enter");
    await find("screen-play");
    return backend;
  }

  test("typed moves are played and announced, and the answer too", async () => {
    const backend = await start();
    await type("炮二平五");
    await hears("polite", "Black: horse eight to seven.");
    expect(get("moves").textContent).toMatch(/炮二平五\s*马８进７/);
    expect(backend.sounds).toEqual(["place", "place"]);
  });

  test("a refused move says why, by the field, by the board and aloud", async () => {
    const backend = await start();
    await type("b0d1");
    const error = await find("typed-move-error");
    expect(error.textContent).toBe("The horse’s leg is blocked by the elephant on file 7.");
    expect(get("typed-move").getAttribute("aria-describedby")).toBe(error.id);
    // Announced once: under the open field, otherwise in the panel.
    expect(screen.queryByTestId("refusal")).toBeNull();
    await hears("assertive", "The horse’s leg is blocked by the elephant on file 7.");
    expect(backend.sounds).toContain("illegal");
    await fireEvent.keyDown(get("typed-move"), { key: "Escape" });
    expect((await find("refusal")).textContent).toContain("leg is blocked");
    await type("h2e2");
    await waitFor(() => expect(screen.queryByTestId("refusal")).toBeNull());
  });

  test("a code nobody knows keeps its English sentence", async () => {
    await start({ settings: { language: "zh-CN" } });
    await type("a0a1");
    expect((await find("typed-move-error")).textContent).toBe("The script goes on with h2e2.");
  });

  test("an engine that stops can be set going again", async () => {
    const backend = await start();
    expect(screen.queryByTestId("stalled")).toBeNull();
    const message = "the engine gave up its turn";
    backend.send([{ kind: "trouble", code: "engine-failed", message, at: null }], {
      board: { sideToMove: "second" },
      thinking: null,
    });
    expect((await find("stalled")).textContent).toContain("The engine has stopped");
    expect(screen.getAllByTestId("toast").at(-1)?.textContent).toContain("Your game is safe");
    get("ai-move").focus();
    await fireEvent.click(get("ai-move"));
    onBoard();
    expect(backend.calls).toContain("aiMove");
  });

  test("H shows the piece, then the move, then the line", async () => {
    await start();
    await key("H", { shiftKey: true });
    await waitFor(() => expect(get("hint-line").textContent).toContain("Your cannon has a good move."));
    await key("H", { shiftKey: true });
    await waitFor(() => expect(get("hint-line").textContent).toContain("Try 炮二平五."));
    await key("H", { shiftKey: true });
    await waitFor(() => expect(get("hint-line").textContent).toContain("炮二平五 马８进７ 马二进三"));
    const ghosts = await find("hint-ghosts");
    const drawn = [...ghosts.querySelectorAll("[data-ghost]")].map((one) => one.getAttribute("data-ghost"));
    expect(drawn.slice(0, 3)).toEqual(["e2", "g7", "g2"]);
    expect(ghosts.textContent.replace(/\s/g, "")).toMatch(/^123/);
    await hears("polite", "Likely continuation");
  });

  test("Ctrl+Z takes back both plies", async () => {
    await start();
    await type("h2e2");
    await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(2));
    await key("Escape");
    await fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(0));
  });

  test("resigning asks, and the end card offers study and rematch", async () => {
    const backend = await start();
    await type("h2e2");
    await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(2));
    await key("Escape");
    await key("r", { ctrlKey: true, shiftKey: true });
    await find("resign-dialog");
    await fireEvent.click(get("resign-confirm"));
    const card = await find("end-card");
    expect(card.textContent).toContain("You lost");
    expect(card.textContent).toContain("Red resigned.");
    expect(card.textContent).toContain("Saved in the library.");
    await hears("assertive", "You lost. Red resigned.");
    expect(backend.sounds.at(-1)).toBe("end");
    await fireEvent.keyDown(document.body, { key: "n" });
    await waitFor(() => expect(screen.queryByTestId("end-card")).toBeNull());
    // The colours are swapped: the engine is Red now, and the board is turned.
    expect(get("player-first").textContent).toContain("Newcomer");
  });

  test("resigning does not ask when that is switched off; R opens the study and reviews it", async () => {
    await start({ settings: { confirmResign: false } });
    await type("h2e2");
    await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(2));
    await fireEvent.click(get("resign"));
    await find("end-card");
    await fireEvent.keyDown(document.body, { key: "r" });
    await find("study-at");
    expect(get("study-at").textContent).toBe("Start · 1 round");
  });

  test("a game that began long before all others is studied by the number it was saved under", async () => {
    await start({ settings: { confirmResign: false }, games: 60, begunAtMs: 0 });
    await type("h2e2");
    await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(2));
    await fireEvent.click(get("resign"));
    await fireEvent.click(await find("end-review"));
    await find("screen-study");
    expect((await find("study-at")).textContent).toBe("Start · 1 round");
    expect(screen.queryByTestId("toast")).toBeNull();
  });

  test("the end card does not say saved when it was not, and what to do", async () => {
    const unsaved = { code: "full", message: "The disk is full.", at: "/disk", points: [], obstacles: [] };
    await start({ settings: { confirmResign: false }, unsaved });
    await type("h2e2");
    await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(2));
    await fireEvent.click(get("resign"));
    const card = await find("end-card");
    expect(card.textContent).not.toContain("Saved in the library.");
    expect(card.textContent).toContain("Not saved");
    expect(get("toast").textContent).toContain("/disk is full");
    expect(screen.queryByTestId("end-review")).toBeNull();
    await fireEvent.keyDown(document.body, { key: "r" });
    await waitFor(() => expect(screen.getAllByTestId("toast").at(-1)?.textContent).toContain("Not saved"));
  });

  test("a friend's draw offer is answered on the spot", async () => {
    const base = new MemoryBackend().settings.xiangqiNew;
    const backend = await start({ settings: { xiangqiNew: { ...base, opponent: "friend" } } });
    await type("h2e2");
    await waitFor(() => expect(get("moves").textContent).toContain("炮二平五"));
    await type("h9g7");
    await waitFor(() => expect(get("moves").textContent).toContain("马８进７"));
    // From the field to the board, where a letter is a file.
    await key("Escape");
    await key("D", { shiftKey: true });
    expect((await find("draw-offer")).textContent).toContain("Red offers a draw.");
    get("draw-decline").focus();
    await fireEvent.click(get("draw-decline"));
    onBoard();
    await waitFor(() => expect(get("draw-declined").textContent).toContain("Black declines the draw."));
    await key("D", { shiftKey: true });
    await fireEvent.click(await find("draw-accept"));
    expect((await find("end-card")).textContent).toContain("Both sides agreed to a draw.");
    expect(backend.calls).toContain("answerDraw true");
  });

  test("the engine can be told to move now", async () => {
    const backend = await start({ thinkMs: 60_000 });
    await type("h2e2");
    expect(get("player-second").querySelector(".brush")).not.toBeNull();
    (await find("move-now")).focus();
    await fireEvent.click(get("move-now"));
    onBoard();
    await waitFor(() => expect(get("status").textContent).toBe("Your move"));
    expect(backend.calls).toContain("moveNow");
  });

  test("a whole Gomoku game ends in five, and colours are named", async () => {
    await open();
    await key("g");
    await key("Enter");
    await find("screen-play");
    for (const point of ["h8", "g7", "i9", "f6", "e5"]) {
      await type(point);
      await waitFor(() => expect(get("moves").textContent).toContain(point.toUpperCase()));
      await waitFor(() =>
        expect(
          document.querySelector("[data-testid=end-card], [data-testid=status]")?.textContent,
        ).not.toContain("thinking"),
      );
    }
    expect((await find("end-card")).textContent).toContain("Black has five in a row.");
  });

  test("trouble becomes a message by its code", async () => {
    await start({
      fail: {
        undo: { code: "full", message: "x", at: "/data/duiyi", points: [], obstacles: [] },
        hint: { code: "odd", message: "An odd thing.", at: null, points: [], obstacles: [] },
      },
    });
    await key("H", { shiftKey: true });
    expect((await find("toast")).textContent).toContain("An odd thing.");
    await type("h2e2");
    await waitFor(() => expect((get("undo") as HTMLButtonElement).disabled).toBe(false));
    await fireEvent.click(get("undo"));
    await waitFor(() =>
      expect(screen.getAllByTestId("toast").at(-1)?.textContent).toContain(
        "The disk that holds /data/duiyi is full.",
      ),
    );
    // The newest one is in view, and says how many are behind it.
    expect(screen.getAllByTestId("toast")).toHaveLength(1);
    expect(get("toast-more").getAttribute("aria-label")).toBe("1 more message");
    await fireEvent.click(get("toast-more"));
    expect(screen.getAllByTestId("toast")).toHaveLength(2);
    expect(screen.queryByTestId("toast-more")).toBeNull();
  });

  test("the focused board reads itself", async () => {
    await start();
    const cell = document.querySelector<HTMLElement>('[data-square="e2"]');
    cell?.focus();
    await fireEvent.keyDown(cell ?? document.body, { key: "v" });
    await hears(
      "polite",
      "No piece attacks file five rank three. Can move to file five rank three: cannon on file eight rank three",
    );
    await fireEvent.keyDown(cell ?? document.body, { key: "l" });
    await hears("polite", "No move has been played.");
  });
});

describe("library and study", () => {
  test("Ctrl+3, a filter, Enter, and the arrows", async () => {
    await open({ settings: { notation: "wxf" } });
    await key("3", { ctrlKey: true });
    await fireEvent.click(await find("filter-gomoku"));
    await waitFor(() => expect(screen.getAllByTestId("library-row")).toHaveLength(3));
    await fireEvent.click(screen.getAllByTestId("library-row")[0] as HTMLElement);
    await find("study-at");
    await key("ArrowRight");
    expect(get("study-at").textContent).toBe("Move 1 of 9");
    await hears("polite", "Black: H8.");
    await key("End");
    expect(get("study-at").textContent).toBe("Move 9 of 9");
    await key("ArrowLeft", { shiftKey: true });
    expect(get("study-at").textContent).toBe("Move 0 of 9");
    await input("study-slider", "4");
    expect(get("moves").querySelector("[aria-current]")?.textContent?.trim()).toBe("G9");
  });

  test("Delete removes a game and Undo brings it back", async () => {
    const backend = await open();
    await fireEvent.click(get("rail-library"));
    await find("screen-library");
    await waitFor(() => expect(screen.getAllByTestId("library-row")).toHaveLength(6));
    const first = screen.getAllByTestId("library-row")[0] as HTMLElement;
    first.focus();
    await fireEvent.keyDown(first, { key: "Delete" });
    await waitFor(() => expect(screen.getAllByTestId("library-row")).toHaveLength(5));
    expect(get("toast").textContent).toContain("Game deleted.");
    await fireEvent.click(get("toast-action"));
    await waitFor(() => expect(screen.getAllByTestId("library-row")).toHaveLength(6));
    expect(backend.calls.filter((call) => /^(delete|restore)Game/.test(call))).toEqual([
      "deleteGame 1",
      "restoreGame 1",
    ]);
  });

  test("an empty library says what will happen", async () => {
    await open({ games: 0 });
    await fireEvent.click(get("rail-library"));
    expect((await find("library-empty")).textContent).toContain(
      "No games yet. Games you play are saved here automatically.",
    );
  });

  test("F6 goes to the newest message, which stays meanwhile, and back", async () => {
    const backend = await open();
    await key("F6");
    await hears("polite", "There is no message.");
    await key("3", { ctrlKey: true });
    // Home has rows like those of the library.
    await find("library-list");
    await waitFor(() => expect(screen.getAllByTestId("library-row")).toHaveLength(6));
    const row = screen.getAllByTestId("library-row")[2] as HTMLElement;
    row.focus();
    await fireEvent.keyDown(row, { key: "Delete" });
    await waitFor(() => expect(screen.getAllByTestId("library-row")).toHaveLength(5));
    await waitFor(() => expect(document.activeElement?.closest("[data-index]")).toBeTruthy());
    const { activeElement: before } = document;
    await key("F6");
    const action = get("toast-action");
    expect(document.activeElement).toBe(action);
    expect(document.getElementById(action.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Game deleted.",
    );
    await key("Escape");
    expect(document.activeElement).toBe(before);
    await key("F6");
    await fireEvent.click(action);
    expect(document.activeElement).toBe(before);
    await waitFor(() => expect(backend.calls).toContain("restoreGame 3"));
  });

  test("pasting a record opens it; pasting nonsense says so and keeps the screen", async () => {
    await open();
    const paste = (text: string) => {
      const event = new Event("paste", { bubbles: true });
      Object.assign(event, { clipboardData: { getData: () => text } });
      return fireEvent(document.body, event);
    };
    await paste("hello");
    expect((await find("toast")).textContent).toContain("Not a game record");
    expect(get("screen-home")).toBeTruthy();
    await paste("h8h9g7");
    await find("study-at");
    // The refusal has an answer and is not repeated in the message.
    expect(screen.getAllByTestId("toast").map((toast) => toast.textContent)).toEqual([
      expect.stringContaining("Record imported."),
    ]);
  });
});

describe("a dropped text", () => {
  /** Drags and drops a text or a file; returns whether the page took each event from the browser. */
  async function drop(target: Element, text: string, files: File[] = []) {
    const types = files.length > 0 ? ["Files"] : ["text/plain"];
    return ["dragover", "drop"].map((name) => {
      const event = new Event(name, { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { types, files, getData: () => text } });
      target.dispatchEvent(event);
      return event.defaultPrevented;
    });
  }

  test("is imported, but belongs to a field that it is dropped into", async () => {
    const backend = await open();
    await key("3", { ctrlKey: true });
    const field = await find("library-search");
    const imports = () => backend.calls.filter((call) => call.startsWith("importBytes")).length;
    expect(await drop(field, "h8h9g7")).toEqual([false, false]);
    expect(document.querySelector(".drop")).toBeNull();
    expect(imports()).toBe(0);
    await key("?");
    await find("keys-dialog");
    // The page behind an open dialog takes none either, and does not leave it to the browser.
    expect(await drop(document.body, "h8h9g7")).toEqual([true, true]);
    expect(imports()).toBe(0);
    await fireEvent.click(get("keys-close"));
    expect(await drop(document.body, "h8h9g7")).toEqual([true, true]);
    await find("study-at");
  });
});

test("a text of the page itself is no record: a field takes it, and the rest leaves it alone", async () => {
  const backend = await open();
  await key("3", { ctrlKey: true });
  const field = await find("library-search");
  /** Drags a text; returns whether the page took each event from the browser. */
  const drag = (target: Element) =>
    ["dragover", "drop"].map((name) => {
      const event = new Event(name, { bubbles: true, cancelable: true });
      const dataTransfer = { types: ["text/plain"], files: [], getData: () => "h8h9g7" };
      target.dispatchEvent(Object.assign(event, { dataTransfer }));
      return event.defaultPrevented;
    });
  const imports = () => backend.calls.filter((call) => call.startsWith("importBytes")).length;
  await fireEvent(document.body, new Event("dragstart", { bubbles: true }));
  // A point that takes no drop sends the text back.
  expect(drag(document.body)[0]).toBe(false);
  await fireEvent(document.body, new Event("dragend", { bubbles: true }));
  await fireEvent(field, new Event("dragstart", { bubbles: true }));
  expect(drag(field)).toEqual([false, false]);
  await fireEvent(field, new Event("dragend", { bubbles: true }));
  expect(document.querySelector(".drop")).toBeNull();
  expect(imports()).toBe(0);
  // The next one is of another program.
  expect(drag(document.body)).toEqual([true, true]);
  await waitFor(() => expect(imports()).toBe(1));
});

test("a file that only the window sees shows where it can be dropped", async () => {
  await open();
  // WebView2 shows the page no drag of files, so the window runs these scripts in it.
  const script = (name: string) => {
    const [, text] = droppedFiles.match(new RegExp(`const ${name}: &str =\\s*"([^"]*)";`)) ?? [];
    if (!text) throw new Error(`dropped_files.rs has no ${name}`);
    return new Function(text);
  };
  const hint = () => document.querySelector(".drop");
  for (let turn = 0; turn < 2; turn += 1) {
    script("ENTER")();
    await waitFor(() => expect(hint()).not.toBeNull());
    script("LEAVE")();
    await waitFor(() => expect(hint()).toBeNull());
  }
});

test("a screen that throws is reported in its place, and can be tried again or left", async () => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => {});
  // Two engines with one id cannot be listed.
  await open({ externals: [sampleExternal(), sampleExternal()] });
  await key("5", { ctrlKey: true });
  expect((await find("screen-failed")).textContent).toContain("A fault in Duiyi has stopped this screen.");
  await hears("assertive", "has stopped this screen");
  const before = reported.mock.calls.length;
  await fireEvent.click(get("screen-again"));
  await waitFor(() => expect(reported.mock.calls.length).toBeGreaterThan(before));
  await key("3", { ctrlKey: true });
  await find("library-list");
  expect(screen.queryByTestId("screen-failed")).toBeNull();
  reported.mockRestore();
});

test("the key of the class says that none is open", async () => {
  await open();
  await key("0", { ctrlKey: true });
  expect((await find("toast")).textContent).toContain("No class is open. Open one from Home.");
  expect(get("screen-home")).toBeTruthy();
});

describe("settings and frame", () => {
  test("language changes at once, without a reload", async () => {
    const backend = await open();
    await key("6", { ctrlKey: true });
    await fireEvent.change(await find("lang-select"), { target: { value: "zh-CN" } });
    await waitFor(() => expect(document.documentElement.lang).toBe("zh-CN"));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("设置");
    expect(backend.settings.language).toBe("zh-CN");
  });

  test("a shell that does not answer is named, and can be asked again", async () => {
    const fail: MemoryOptions["fail"] = {
      startup: { code: "locked", message: "x", at: "/data/duiyi/library.db", points: [], obstacles: [] },
    };
    render(AppFrame, { props: { app: new App(new MemoryBackend({ fail })) } });
    expect((await find("start-failed")).textContent).toContain(
      "/data/duiyi/library.db is in use by another program.",
    );
    delete fail.startup;
    await fireEvent.click(get("start-again"));
    await find("rail-home");
    expect(screen.queryByTestId("start-failed")).toBeNull();
  });

  test("theme and scale reach the document", async () => {
    await open();
    await fireEvent.click(get("rail-settings"));
    await fireEvent.change(await find("theme-select"), { target: { value: "dark" } });
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe("dark"));
    await choose("scale-select", "150");
    await waitFor(() => expect(document.documentElement.style.getPropertyValue("--scale")).toBe("1.5"));
  });

  test("the engine's search is chosen and kept", async () => {
    const backend = await open();
    await fireEvent.click(get("rail-settings"));
    await fireEvent.change(await find("gomoku-search-select"), { target: { value: "mcts" } });
    await waitFor(() => expect(backend.settings.gomokuSearch).toBe("mcts"));
  });

  test("every setting has a field, but for what is chosen where it is used", async () => {
    const { GROUPS } = await import("./lib/app/fields");
    const shown = GROUPS.flatMap((group) => group.fields.map((field) => field.key as keyof Settings)).sort();
    const all = (Object.keys(new MemoryBackend().settings) as (keyof Settings)[]).filter(
      (name) =>
        ![
          "version",
          "lastGame",
          "library",
          "playerName",
          "xiangqiNew",
          "gomokuNew",
          "tictactoeNew",
          "analysis",
          "keys",
          "engine",
          "engineMatch",
          "tournament",
        ].includes(name),
    );
    expect(shown).toEqual(all.sort());
  });

  test("search narrows the page", async () => {
    await open();
    await fireEvent.click(get("rail-settings"));
    await fireEvent.input(await find("settings-search"), { target: { value: "volume" } });
    await waitFor(() => expect(screen.queryByTestId("lang-select")).toBeNull());
    expect(get("volume-range")).toBeTruthy();
    await input("settings-search", "zzz");
    await waitFor(() => expect(document.body.textContent).toContain("No setting matches."));
  });

  test("the library's folder and backup are in Settings, too", async () => {
    const backend = await open();
    await key("6", { ctrlKey: true });
    await find("backup-path");
    await input("backup-path", "/tmp/games.db");
    await fireEvent.click(get("backup-save"));
    await waitFor(() => expect(backend.calls).toContain("backUp /tmp/games.db"));
    await fireEvent.click(await screen.findByRole("button", { name: "Show in folder" }));
    expect(backend.calls).toContain("showInFolder /tmp/games.db");
    await find("place-choose");
    await input("settings-search", "backup");
    await waitFor(() => expect(screen.queryByTestId("lang-select")).toBeNull());
    expect(get("settings-data")).toBeTruthy();
  });

  test("the licences open in another program, and a system without one is reported", async () => {
    const backend = await open({
      fail: { openLicences: fault("not-shown", "no program", "/home/me/.cache/licences.txt") },
    });
    await fireEvent.click(get("rail-settings"));
    await fireEvent.click(await find("open-licences"));
    expect((await find("toast")).textContent).toContain(
      "No other program could show /home/me/.cache/licences.txt.",
    );
    expect(backend.calls).toContain("openLicences");
  });

  test("diagnostics are copied, and a clipboard that refuses is reported", async () => {
    const { copied, refuse } = clipboard();
    await open();
    await fireEvent.click(get("rail-settings"));
    await fireEvent.click(await find("copy-diagnostics"));
    await waitFor(() => expect(document.body.textContent).toContain("Diagnostics copied."));
    expect(copied).toEqual(["Duiyi 0.1.0\nLog: in memory\n"]);
    refuse();
    await fireEvent.click(get("copy-diagnostics"));
    await waitFor(() => expect(document.body.textContent).toContain("Could not access the clipboard."));
  });

  test("keys that reload or print the page do so nowhere, and run their actions", async () => {
    await open();
    const presses = (name: string, init: KeyboardEventInit = {}, at: Element = document.body) =>
      at.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }));
    const chords: [string, KeyboardEventInit][] = [
      ["F5", {}],
      ["F5", { ctrlKey: true }],
      ["r", { ctrlKey: true }],
      ["R", { ctrlKey: true, shiftKey: true }],
      ["p", { ctrlKey: true }],
    ];
    for (const [name, init] of chords) expect(presses(name, init)).toBe(false);
    await key("3", { ctrlKey: true });
    const field = await find("library-search");
    for (const [name, init] of chords) expect(presses(name, init, field)).toBe(false);
    for (const name of ["r", "p", "F8"]) expect(presses(name, {}, field)).toBe(true);
    await key("?");
    const dialog = await find("keys-dialog");
    for (const [name, init] of chords) expect(presses(name, init, dialog)).toBe(false);
    await fireEvent.click(get("keys-close"));
    await key("n", { ctrlKey: true });
    await key("Enter");
    await find("screen-play");
    await type("h2e2");
    await waitFor(() => expect((get("resign") as HTMLButtonElement).disabled).toBe(false));
    expect(presses("R", { ctrlKey: true, shiftKey: true })).toBe(false);
    await find("resign-dialog");
  });

  test("the menu of the web view, which reloads the page, opens only where it edits or copies", async () => {
    await open();
    await key("3", { ctrlKey: true });
    const field = await find("library-search");
    const opens = (at: Element) =>
      at.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    await waitFor(() => expect(opens(document.body)).toBe(false));
    expect(opens(get("rail-home"))).toBe(false);
    expect(opens(field)).toBe(true);
    await key("6", { ctrlKey: true });
    expect(opens(await find("scale-select"))).toBe(false);
    const selected = { toString: () => "炮二平五" } as Selection;
    const selection = vi.spyOn(globalThis, "getSelection").mockReturnValue(selected);
    expect(opens(document.body)).toBe(true);
    selection.mockRestore();
  });

  test("? lists the keys and a new screen takes the focus", async () => {
    await open();
    await key("?");
    await find("keys-dialog");
    await fireEvent.click(get("keys-close"));
    await key("3", { ctrlKey: true });
    await find("screen-library");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1, name: "Library" })),
    );
  });
});

describe("axe", () => {
  const screens: Record<string, () => Promise<unknown>> = {
    home: () => find("start"),
    play: async () => {
      await key("Enter");
      return find("status");
    },
    library: async () => {
      await key("3", { ctrlKey: true });
      return waitFor(() => expect(screen.getAllByTestId("library-row").length).toBeGreaterThan(0));
    },
    study: async () => {
      await key("3", { ctrlKey: true });
      await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
      return find("study-at");
    },
    settings: async () => {
      await key("6", { ctrlKey: true });
      return find("version");
    },
  };
  const cases = Object.keys(screens).flatMap((name) =>
    (["en", "zh-CN"] as const).flatMap((language) =>
      (["light", "dark"] as const).map((theme) => [name, language, theme] as const),
    ),
  );

  test.each(cases)("%s, %s, %s has nothing to say", async (name, language, theme) => {
    await open({ settings: { language, theme } });
    await screens[name]?.();
    // Colours need a real layout; tokens.test.ts checks their contrast.
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});
