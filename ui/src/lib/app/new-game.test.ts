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

  test("chance is asked only for a random seat", () => {
    let asked = 0;
    const seat = () => (asked++, "second" as const);
    expect(newGameOf("xiangqi", { ...choice, seat: "first" }, "", [], seat).first.kind).toBe("human");
    expect(asked).toBe(0);
    expect(newGameOf("xiangqi", { ...choice, seat: "random" }, "", [], seat).second.kind).toBe("human");
    expect(asked).toBe(1);
  });
});
