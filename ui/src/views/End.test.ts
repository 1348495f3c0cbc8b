import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, key, open } from "../driver";
import { XIANGQI } from "../lib/backend/fixtures";
import type { CurrentGame, GameRow, Lesson, Query } from "../lib/bindings";
import { EndLesson } from "../lib/review/end-lesson.svelte";

const played = XIANGQI.rows[2] as Lesson["played"];
const LESSON: Lesson = {
  ply: 3,
  played,
  fact: {
    bearing: "allows",
    threat: { side: "second", what: { kind: "mate", moves: 2, pattern: "doubleCannon" }, line: [played] },
  },
  mate: "doubleCannon",
};

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Plays the first four moves of the script, and resigns. */
async function loseAfterFour() {
  await fireEvent.click(get("start"));
  for (const mv of [0, 2]) {
    await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(mv));
    await key("/");
    await fireEvent.input(await find("typed-move"), { target: { value: XIANGQI.rows[mv]?.uci } });
    await fireEvent.click(get("typed-move-go"));
  }
  await waitFor(() => expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(4));
  await fireEvent.click(get("resign"));
}

describe("the card at the end of a game", () => {
  test("teaches after a loss: the review first, why, and the game again from before the mistake", async () => {
    const backend = await open({ settings: { confirmResign: false } });
    backend.lost = LESSON;
    await loseAfterFour();
    await find("end-card");
    await waitFor(() => expect(screen.getAllByTestId("end-lesson")).toHaveLength(2));
    const [mate, move] = screen.getAllByTestId("end-lesson").map((one) => one.textContent ?? "");
    expect(mate).toMatch(/the front cannon is the screen/);
    expect(move).toMatch(/^2\. .*Black mates in\s2/);
    expect(get("end-review").className).toContain("seal");
    expect(get("rematch").className).not.toContain("seal");
    await waitFor(() => expect(get("live-polite").textContent).toMatch(/front cannon.*mates in\s2/));
    // For the ear the move is in words.
    expect(get("live-polite").textContent).toMatch(/ (forward|back|to) \w+: .*Black mates in\s2/);
    expect(get("end-practise").textContent).toBe("Practise: Double cannon");
    expect(get("end-card").textContent).toMatch(/A new game starts before 2\. .*stays in the library/);
    await fireEvent.click(get("end-take-back"));
    await waitFor(() => expect(backend.calls).toContain("beginFrom 2"));
    await waitFor(() => expect(screen.queryByTestId("end-card")).toBeNull());
  });
});

describe("a double press at the end of a game", () => {
  /** Ends a game whose end teaches something. The promise holds a call of the backend back until `release`. */
  async function lost() {
    const backend = await open({ settings: { confirmResign: false } });
    backend.lost = LESSON;
    await loseAfterFour();
    await waitFor(() => expect(screen.getAllByTestId("end-lesson")).toHaveLength(2));
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    return { backend, held, release: () => release() };
  }

  async function pressTwice(button: string, release: () => void) {
    await fireEvent.click(get(button));
    await fireEvent.click(get(button));
    release();
    await waitFor(() => expect(screen.queryByTestId("end-card")).toBeNull());
    await settled();
  }

  test("takes back once", async () => {
    const { backend, held, release } = await lost();
    const beginFrom = backend.beginFrom.bind(backend);
    backend.beginFrom = async (config, moves) => {
      await held;
      return beginFrom(config, moves);
    };
    await pressTwice("end-take-back", release);
    expect(backend.calls.filter((call) => call.startsWith("beginFrom"))).toEqual(["beginFrom 2"]);
  });

  test("begins one rematch, with the seats swapped once", async () => {
    const { backend, held, release } = await lost();
    const rematch = backend.rematch.bind(backend);
    backend.rematch = async (level) => {
      await held;
      return rematch(level);
    };
    await pressTwice("rematch", release);
    // The lost game, and the one after it.
    expect(backend.calls.filter((call) => call === "newGame")).toHaveLength(2);
    const game = await backend.seen();
    expect([game?.first.kind, game?.second.kind]).toEqual(["engine", "human"]);
  });
});

describe("a game that left a repertoire", () => {
  test("says where, and one key trains the position", async () => {
    const backend = await open({ settings: { confirmResign: false } });
    backend.left = {
      book: "book",
      side: "first",
      line: ["h2e2", "h9g7"],
      played,
      right: [XIANGQI.rows[2], XIANGQI.rows[0]].filter((row) => row !== undefined),
    };
    await loseAfterFour();
    expect((await find("end-departure")).textContent).toMatch(
      /^2\. .* left your repertoire\. The book plays .* and 炮二平五\.$/,
    );
    await waitFor(() => expect(get("live-polite").textContent).toMatch(/left your repertoire/));
    expect(get("end-learn").getAttribute("aria-keyshortcuts")).toBe("B");
    await key("b");
    await find("screen-repertoires");
    await waitFor(() => expect(backend.calls).toContain("beginDrill book first h2e2 h9g7"));
  });
});

describe("the lesson of an end", () => {
  const person = { kind: "human", name: "" } as const;
  const engine = (level: number) => ({ kind: "engine", level }) as const;
  const game = (winner: "first" | "second", uid = "a") =>
    ({
      uid,
      saved: 7,
      first: person,
      second: engine(2),
      setup: { game: "xiangqi" },
      board: { outcome: { winner, reason: "checkmate" } },
    }) as unknown as CurrentGame;
  const row = (winner: "first" | "second" | null, level = 2) =>
    ({ first: person, second: engine(level), winner }) as unknown as GameRow;
  const lesson = (rows: GameRow[], queries: Query[] = []) =>
    new EndLesson({
      lesson: () => Promise.resolve(LESSON),
      departure: () => Promise.resolve(null),
      list: (query) => {
        queries.push(query);
        return Promise.resolve({ rows });
      },
      attempt: (action) => action(),
    });

  test("offers the next level after three wins in a row at one", async () => {
    const won = lesson([row("first"), row("first"), row("first")]);
    won.follow(game("first"));
    await settled();
    expect([won.nextLevel, won.lesson]).toEqual([3, null]);
    for (const rows of [
      [row("first"), row("first")],
      [row("first"), row(null), row("first")],
      [row("first"), row("second"), row("first")],
    ]) {
      const other = lesson(rows);
      other.follow(game("first"));
      await settled();
      expect(other.nextLevel).toBeNull();
    }
  });

  test("counts no win at odds or from a position that was set up", async () => {
    const wins = [row("first"), row("first"), row("first")];
    const queries: Query[] = [];
    lesson(wins, queries).follow(game("first"));
    await settled();
    expect(queries).toMatchObject([{ withoutTag: "odds", usualStart: true }]);
    const start = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1";
    const setup = lesson(wins);
    setup.follow({ ...game("first"), setup: { game: "xiangqi", rule: "asian", start } });
    await settled();
    expect(setup.nextLevel).toBeNull();
  });

  test("is that of the game on the board, whatever comes late", async () => {
    const lost = lesson([]);
    lost.follow(game("second"));
    lost.follow(null);
    await settled();
    expect(lost.lesson).toBeNull();
    lost.follow(game("second", "b"));
    await settled();
    expect(lost.lesson).toBe(LESSON);
  });
});
