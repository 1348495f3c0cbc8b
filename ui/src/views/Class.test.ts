// A class: as its teacher, from the first screen to its end, as a guest, and on a projector.
import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, hears, input, key, open } from "../driver";
import type { ClassGuest, GuestGame, TableState, VisitedClass } from "../lib/bindings";
import { MemoryBackend, type MemoryOptions } from "../lib/backend/memory";
import { SETUPS } from "../lib/backend/fixtures";
import { MemoryClass } from "../lib/backend/memory-class";

const guest = (name: string, board: number | null = null, isHere = true): ClassGuest => ({
  name,
  isHere,
  board,
});
const GUESTS = ["Bo", "Cai", "Dan", "Eve"].map((name) => guest(name));
const GAMES = [MemoryClass.game(1, "Bo", "Cai"), MemoryClass.game(2, "Dan", "Eve", 1)];

async function chosen(options: MemoryOptions = {}): Promise<MemoryBackend> {
  const backend = await open({ ...options, settings: { playerName: "Ms Li", ...options.settings } });
  await fireEvent.click(await find("opponent-network"));
  await find("network-class");
  return backend;
}

async function teaching(options: MemoryOptions = {}): Promise<MemoryBackend> {
  const backend = await chosen(options);
  await fireEvent.click(get("network-class"));
  await find("teacher-class");
  return backend;
}

/** A class in which a round is being played. */
async function playing(games: GuestGame[] = GAMES): Promise<MemoryBackend> {
  const backend = await teaching();
  backend.teach({ kind: "guests" }, { guests: GUESTS });
  backend.teach({ kind: "board", number: 1, ended: false }, { games });
  await find("class-boards");
  return backend;
}

const sees = (testid: string, text: string | RegExp) =>
  waitFor(() => expect(get(testid).textContent).toMatch(text));
const isGone = (testid: string) => waitFor(() => expect(screen.queryByTestId(testid)).toBeNull());

describe("a class that was cut off", () => {
  const CUT_OFF = {
    setup: SETUPS.xiangqi,
    guests: ["Bo", "Cai", "Dan"],
    round: 2,
    playing: 1,
    beganAtMs: 0,
  };

  test("is offered on the first screen and goes on", async () => {
    const backend = await open({ unfinishedClass: { ...CUT_OFF, beganAtMs: Date.now() - 300_000 } });
    await sees(
      "class-cut-off",
      "The program ended during a class: Xiangqi, 5 minutes ago. 3 guests. Round 2 had begun. 1 game in progress.",
    );
    expect((await axe.run(get("class-cut-off"))).violations).toEqual([]);
    await fireEvent.click(get("class-go-on"));
    await find("teacher-class");
    expect(backend.calls).toContain("goOnWithClass en");
  });

  test("is ended for good", async () => {
    const backend = await open({ unfinishedClass: { ...CUT_OFF, round: 0, playing: 0 } });
    await find("class-cut-off");
    expect(get("class-cut-off").textContent).not.toMatch("Round");
    await fireEvent.click(get("class-give-up"));
    await isGone("class-cut-off");
    expect(backend.calls).toContain("giveUpClass");
  });
});

describe("the teacher", () => {
  test("opens a class for the chosen game and tells its code", async () => {
    const backend = await teaching();
    expect(backend.calls).toContain("openClass xiangqi Ms Li 10 en");
    expect(get("class-words").textContent).toBe("apple bench candle door");
    expect(get("class-digits").textContent).toBe("001-002-003-004");
    expect(get("class-address").textContent).toBe("192.168.1.20:40000");
    expect(get("class-code").getAttribute("aria-label")).toBe(
      "Code: apple bench candle door. Address: 192.168.1.20:40000.",
    );
    backend.teach({ kind: "opened" });
    await hears("polite", "The class is open. Code: apple bench candle door. Address: 192.168.1.20:40000.");
    expect(get("class-pair").hasAttribute("disabled")).toBe(true);
    expect((await axe.run(get("teacher-class"))).violations).toEqual([]);
  });

  test("is told what a damaged class has lost, and where its file is kept", async () => {
    const backend = await teaching();
    backend.teach({ kind: "damaged", lost: 3, at: "/data/journal/1.class.corrupt-2" });
    await sees("toast", /damaged and kept as \/data\/journal\/1\.class\.corrupt-2\./);
    await sees("toast", /Lost guests, pairings or results: 3\./);
  });

  test("hears who comes and goes, and pairs them for a Swiss or a round robin", async () => {
    const backend = await teaching();
    backend.teach({ kind: "guests" }, { guests: GUESTS.slice(0, 2) });
    await hears("polite", "Joined: Bo and Cai. 2 guests.");
    backend.teach({ kind: "guests" }, { guests: [guest("Bo", null, false), guest("Cai")] });
    await hears("polite", "Away: Bo. 1 guest.");
    backend.teach({ kind: "guests" }, { guests: GUESTS });
    await waitFor(() => expect(get("class-pair").hasAttribute("disabled")).toBe(false));
    await fireEvent.click(get("class-pair"));
    expect(backend.calls).toContain("pairClass all");
    await fireEvent.change(get("class-format"), { target: { value: "swiss" } });
    expect(((await find("class-rounds")) as HTMLInputElement).value).toBe("2");
    for (const typed of ["5000", "7000"]) {
      await fireEvent.change(get("class-rounds"), { target: { value: typed } });
      expect((get("class-rounds") as HTMLInputElement).value).toBe(get("class-rounds").getAttribute("max"));
    }
    await fireEvent.change(get("class-rounds"), { target: { value: "3" } });
    await fireEvent.click(get("class-pair"));
    expect(backend.calls).toContain("pairClass 3");
    const pairs = [
      { first: "Bo", second: "Cai" },
      { first: "Dan", second: "Eve" },
    ];
    backend.teach({ kind: "paired" }, { next: { round: 1, pairs, bye: "Fu" } });
    await sees("class-next", "Round 1 is paired: Bo – Cai, Dan – Eve. Fu has no opponent this round.");
    await waitFor(() => expect(document.activeElement).toBe(get("class-begin")));
    await fireEvent.click(get("class-begin"));
    expect(backend.calls).toContain("beginRound");
    backend.teach({ kind: "began", round: 1, games: 2 }, { next: null });
    await hears("polite", "Round 1 begins. 2 games.");
    await fireEvent.click(get("class-remove-Eve"));
    expect(backend.calls).toContain("removeFromClass Eve");
  });

  test("sees all boards, goes from one to the next by arrow keys, and watches one", async () => {
    const backend = await playing();
    const one = get("class-board-1");
    expect(one.getAttribute("aria-label")).toBe("Board 1: Bo – Cai: Bo (Red) to move");
    expect((await axe.run(get("teacher-class"))).violations).toEqual([]);
    one.focus();
    await key("ArrowRight");
    expect(document.activeElement).toBe(get("class-board-2"));
    await key("ArrowRight");
    expect(document.activeElement).toBe(get("class-board-2"));
    await fireEvent.click(get("class-board-2"));
    await find("class-watched");
    expect(backend.calls).toContain("watchInClass 2");
    expect(get("class-board-2").getAttribute("aria-pressed")).toBe("true");
    expect((await axe.run(get("teacher-class"))).violations).toEqual([]);
    // The moves of the watched board are told, and those of others are not.
    const moved = [GAMES[0], MemoryClass.game(2, "Dan", "Eve", 2)] as GuestGame[];
    backend.teach({ kind: "board", number: 2, ended: false }, { games: moved });
    await hears("polite", "Black: ");
    const left = { ...MemoryClass.game(1, "Bo", "Cai", 1), isHere: { first: true, second: false } };
    backend.teach({ kind: "board", number: 1, ended: false }, { games: [left, moved[1] as GuestGame] });
    await waitFor(() =>
      expect(get("class-board-1").getAttribute("aria-label")).toBe(
        "Board 1: Bo – Cai: Cai (Black) to move, away: Cai",
      ),
    );
    await key("Escape");
    await isGone("class-watched");
    expect(backend.calls).toContain("watchInClass none");
  });

  test("shows a round no more that can no longer begin", async () => {
    const backend = await teaching();
    backend.teach({ kind: "guests" }, { guests: GUESTS });
    const pairs = [{ first: "Bo", second: "Cai" }];
    backend.teach({ kind: "paired" }, { next: { round: 1, pairs, bye: null } });
    await find("class-begin");
    backend.teach({ kind: "roundOver" }, { next: null, results: null });
    await isGone("class-begin");
    expect(screen.queryByTestId("class-results")).toBeNull();
  });

  test("decides a game and sees the results", async () => {
    const backend = await playing();
    await fireEvent.click(get("class-board-1"));
    expect((await find("class-decide-confirm")).hasAttribute("disabled")).toBe(true);
    // One press chooses the result, and another one decides the game.
    await fireEvent.click(get("class-decide-draw"));
    await fireEvent.click(get("class-decide-second"));
    expect(get("class-decide-second").getAttribute("aria-pressed")).toBe("true");
    expect(get("class-decide-draw").getAttribute("aria-pressed")).toBe("false");
    expect(backend.calls.filter((call) => call.startsWith("decideInClass"))).toEqual([]);
    // The choice is that of one board.
    await fireEvent.click(get("class-board-2"));
    await waitFor(() => expect(get("class-decide-confirm").hasAttribute("disabled")).toBe(true));
    await fireEvent.click(get("class-board-1"));
    await waitFor(() => expect(get("class-decide-confirm").hasAttribute("disabled")).toBe(false));
    await fireEvent.click(get("class-decide-confirm"));
    expect(backend.calls.filter((call) => call.startsWith("decideInClass"))).toEqual([
      "decideInClass 1 second",
    ]);
    const outcome = { winner: "second", reason: "unstated" } as const;
    const games = GAMES.map((game) => ({ ...game, outcome }));
    backend.teach({ kind: "board", number: 1, ended: true }, { games: [games[0], GAMES[1]] as GuestGame[] });
    await hears("polite", "Board 1: Bo – Cai: Cai won.");
    const row = (player: number, place: number, halfPoints: number, sonnebornBerger: number) => ({
      player,
      place,
      wins: halfPoints / 2,
      draws: 0,
      losses: 1 - halfPoints / 2,
      halfPoints,
      sonnebornBerger,
    });
    const results = {
      round: 1,
      isLast: false,
      names: ["Bo", "Cai", "Dan", "Eve"],
      standings: [row(1, 1, 2, 3), row(3, 1, 2, 3), row(0, 3, 0, 0), row(2, 3, 0, 0)],
    };
    backend.teach({ kind: "roundOver" }, { games, results });
    await hears("assertive", "Round 1 is over. In the lead: Cai and Eve, 1 point.");
    const rows = [...get("class-results").querySelectorAll("tbody tr")].map((one) =>
      [...one.children].map((cell) => cell.textContent).join(" "),
    );
    expect(rows).toEqual([
      "1 Cai 1 +1 =0 −0 0.75",
      "1 Eve 1 +1 =0 −0 0.75",
      "3 Bo 0 +0 =0 −1 0.00",
      "3 Dan 0 +0 =0 −1 0.00",
    ]);
    expect(get("class-results").querySelector("th:last-child")?.textContent).toBe("SBSonneborn–Berger score");
    const record = get("class-results").querySelector("tbody td:nth-last-child(2)");
    expect(record?.getAttribute("aria-label")).toBe("1 won, 0 drawn, 0 lost");
  });

  test("shows the study and takes it back, from the class and beside the study", async () => {
    const backend = await playing();
    await key("2", { ctrlKey: true });
    await fireEvent.click(await find("class-note-show"));
    expect(backend.calls).toContain("showInClass");
    await sees("class-note", "The class sees each move here.");
    await fireEvent.click(get("class-note-back"));
    await sees("class-shown", "The class sees: Openings.");
    await fireEvent.click(get("class-hide"));
    expect(backend.calls).toContain("hideInClass");
    await fireEvent.click(await find("class-show"));
    await find("class-shown");
  });

  test("has a view for the projector, which Esc leaves", async () => {
    await playing();
    await fireEvent.click(get("class-project"));
    await find("class-projector");
    await hears("polite", "The board fills the window. Press Escape to leave this view.");
    expect(screen.queryByTestId("rail-home")).toBeNull();
    expect(get("class-projector").querySelectorAll("button, input, select")).toHaveLength(0);
    expect(get("class-projector").textContent).toContain("Bo");
    await key("Escape");
    await find("teacher-class");
    await find("rail-class");
  });

  test("is asked before the class ends, and the window leaves its screen", async () => {
    const backend = await playing();
    await fireEvent.click(get("class-end"));
    await sees("class-end-dialog", "The connection to 4 guests will be closed.");
    expect((await axe.run(get("class-end-dialog"))).violations).toEqual([]);
    await fireEvent.click(get("class-stay"));
    await isGone("class-end-dialog");
    expect(backend.calls).not.toContain("endClass");
    await fireEvent.click(get("class-end"));
    await fireEvent.click(await find("class-end-yes"));
    expect(backend.calls).toContain("endClass");
    await find("screen-home");
    await hears("polite", "The class has ended.");
    await isGone("rail-class");
    expect(backend.calls).not.toContain("closeWindow");
  });

  test("is asked when the window is closed, which then ends the class", async () => {
    const backend = await playing();
    backend.askToClose();
    await sees("class-end-dialog", "Closing the window ends the class for 4 guests.");
    await fireEvent.click(get("class-end-yes"));
    await waitFor(() => expect(backend.calls).toContain("closeWindow"));
    expect(backend.calls.indexOf("endClass")).toBeLessThan(backend.calls.indexOf("closeWindow"));
  });

  test("is told of wrong codes", async () => {
    const backend = await teaching();
    backend.teach({ kind: "wrongCode" }, { wrongCodes: 3 });
    await hears("polite", "Someone gave a wrong code (3 of 60).");
    backend.teach({ kind: "wrongCode" }, { wrongCodes: 60, isDoorClosed: true });
    await sees("class-wrong-codes", "Nobody else can join; your guests stay.");
  });
});

describe("a guest", () => {
  const visited = (change: Partial<VisitedClass> = {}): VisitedClass => ({
    teacher: "Ms Li",
    game: "xiangqi",
    watches: false,
    shown: null,
    ...change,
  });
  const within = (change: Partial<VisitedClass> = {}): Partial<TableState> => ({
    class: visited(change),
    isHere: true,
    offered: null,
    other: "Ms Li",
  });

  async function joined(watches = false): Promise<MemoryBackend> {
    const backend = await chosen();
    await fireEvent.click(get("network-join"));
    await find("join-address");
    await input("join-address", "192.168.1.20:40000");
    await input("join-code", "apple bench candle door");
    if (watches) await fireEvent.click(get("join-watches"));
    await fireEvent.click(get("join-go"));
    await waitFor(() => expect(backend.calls.some((call) => call.startsWith("joinTable"))).toBe(true));
    backend.tell({ kind: "inClass" }, within({ watches }));
    return backend;
  }

  test("waits in the class and looks at what the teacher shows", async () => {
    const backend = await joined();
    await find("guest-class");
    await hears("assertive", "You are in the class of Ms Li. The teacher pairs the guests.");
    await sees("class-sentence", "Your game opens automatically.");
    expect((await axe.run(get("guest-class"))).violations).toEqual([]);
    backend.tell({ kind: "shown" }, within({ shown: MemoryClass.shown("Openings", 1) }));
    await sees("class-sentence", "The teacher shows: Openings.");
    await hears("polite", "The teacher shows: Openings. Red: ");
    await find("class-position");
    backend.tell({ kind: "shown" }, within({ shown: MemoryClass.shown("Openings", 2) }));
    await hears("polite", "Black: ");
    // Two moves of Xiangqi are one round.
    await sees("guest-class", /Round 1: /);
    expect((await axe.run(get("guest-class"))).violations).toEqual([]);
    backend.tell({ kind: "shown" }, within());
    await hears("polite", "The teacher has stopped showing.");
    await isGone("class-position");
  });

  test("plays its game on the ordinary board, and goes between it and the class", async () => {
    const backend = await joined();
    await find("guest-class");
    await backend.arrive();
    await find("screen-play");
    await sees("table-here", "Class of Ms Li");
    expect(screen.queryByTestId("table-say")).toBeNull();
    await fireEvent.click(get("class-room"));
    await fireEvent.click(await find("class-own"));
    await find("screen-play");
    // A game is not interrupted.
    backend.tell({ kind: "shown" }, within({ shown: MemoryClass.shown("Openings", 1) }));
    await sees("class-shows", "The teacher shows: Openings.");
    await fireEvent.click(get("class-look"));
    await find("guest-class");
    await fireEvent.click(get("class-leave"));
    expect(backend.calls).toContain("leaveTable");
    await find("screen-home");
  });

  test("is told when the class ends", async () => {
    const backend = await joined();
    await find("guest-class");
    backend.tell({ kind: "closed" }, { isHere: false, closed: { why: "otherLeft" } });
    await find("screen-home");
    await hears("assertive", "The class has ended.");
  });

  test("who only watches has the board alone, as on a projector", async () => {
    const backend = await joined(true);
    expect(backend.calls).toContain("joinTable 192.168.1.20:40000 apple bench candle door Ms Li watches");
    await sees("class-projector", "There is no board to show yet.");
    expect(screen.queryByTestId("rail-home")).toBeNull();
    const shown = { ...MemoryClass.shown("", 2), players: { first: "Bo", second: "Cai" } };
    backend.tell({ kind: "shown" }, within({ watches: true, shown }));
    await sees("class-projector", /Cai.*Bo/);
    await sees("class-projector", /Round 1: /);
    // The clocks of the board are seen, and the running one goes on.
    const clocks = { left: { first: 61_000, second: 300_000 }, running: "first" as const };
    const control = { kind: "fischer" as const, main: 300_000, increment: 0 };
    backend.tell({ kind: "shown" }, within({ watches: true, shown: { ...shown, control, clocks } }));
    await sees("class-projector", /5:00.*1:0[01]/);
    await sees("class-projector", /0:59/);
    expect(get("class-projector").querySelectorAll("button, input, select")).toHaveLength(0);
    await key("Escape");
    await fireEvent.click(await find("class-leave"));
    expect(backend.calls).toContain("leaveTable");
    await find("screen-home");
  });
});
