import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../backend/memory";
import { newGameOf } from "./new-game";
import { NO_COACH } from "../game/players";

describe("new game", () => {
  const choice = DEFAULT_SETTINGS.xiangqiNew;

  test("a choice becomes two players, a rule and a clock", () => {
    expect(newGameOf("xiangqi", { ...choice, level: 4, seat: "second" }, "", [], () => "first")).toEqual({
      setup: { game: "xiangqi", rule: "asian", start: null },
      first: { kind: "engine", level: 4 },
      second: { kind: "human", name: "" },
      clock: { kind: "none" },
      coach: NO_COACH,
    });
    const clock = { kind: "per-move" as const, mainS: 30, incrementS: 0, periodS: 30, periods: 3 };
    const gomoku = newGameOf(
      "gomoku",
      { ...choice, opponent: "friend", rule: "renju", clock },
      "ignored",
      [],
      () => "first",
    );
    expect(gomoku.setup).toEqual({ game: "gomoku", rule: "renju", size: 15, opening: null });
    expect([gomoku.first.kind, gomoku.second.kind]).toEqual(["human", "human"]);
    expect(gomoku.clock).toEqual({ kind: "perMove", each: 30_000 });
  });

  test("two engines have no coach", () => {
    const coach = { warnings: true, threats: false, evaluation: true };
    const of = (opponent: "engine" | "friend" | "engines") =>
      newGameOf("xiangqi", { ...choice, opponent, coach }, "", [], () => "first").coach;
    expect([of("engine"), of("friend"), of("engines")]).toEqual([coach, coach, NO_COACH]);
  });

  test("odds decide the seat, and begin from their own start", () => {
    const odds = (change: Partial<typeof choice>) =>
      newGameOf("xiangqi", { ...choice, ...change }, "a start", [], () => "first");
    const horse = odds({ odds: "left-horse", seat: "first" });
    expect([horse.first.kind, horse.second.kind]).toEqual(["engine", "human"]);
    expect([horse.odds, horse.setup.start]).toEqual([{ odds: "left-horse", giver: "first" }, null]);
    expect(odds({ odds: "left-horse", gives: true }).first.kind).toBe("human");
    expect(odds({ odds: "first-move" }).first.kind).toBe("human");
    const time = { odds: "half-time", seat: "second" } as const;
    expect(odds(time).odds).toEqual({ odds: "half-time", giver: "first" });
    expect(odds({ ...time, gives: true }).odds).toEqual({ odds: "half-time", giver: "second" });
    expect(odds({ ...time, opponent: "friend", gives: true }).odds).toEqual({
      odds: "half-time",
      giver: "first",
    });
    expect(odds({ odds: "rook", opponent: "engines" }).odds).toBeUndefined();
    expect(odds({ odds: "two-stones" }).odds).toBeUndefined();
  });

  test("chance is asked only for a random seat", () => {
    let asked = 0;
    const seat = () => (asked++, "second" as const);
    expect(newGameOf("xiangqi", { ...choice, seat: "first" }, "", [], seat).first.kind).toBe("human");
    expect(asked).toBe(0);
    expect(newGameOf("xiangqi", { ...choice, seat: "random" }, "", [], seat).second.kind).toBe("human");
    expect(asked).toBe(1);
  });
});
