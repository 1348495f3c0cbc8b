import { expect, test } from "vitest";
import { sampleExternal } from "../backend/memory-engines";
import { collectionName, sayElo, sayLos } from "./texts";
import { sayLead } from "./tournament";

test("no match makes certain which engine is the stronger", () => {
  expect([100, 99.4, 99, 50.4, 0.2].map((los) => sayLos("en", los))).toEqual([
    "> 99%",
    "> 99%",
    "99%",
    "50%",
    "< 1%",
  ]);
});

test("a match that one side won whole has a bound, once that tells who is stronger", () => {
  const of = (wins: number, losses: number, bound: number | null) =>
    sayElo("en", {
      results: { wins, draws: 0, losses, pairs: [0, 0, 0, 0, 0] },
      strength: { elo: 400, error: 300, los: 94, bound },
    });
  expect(of(4, 0, -72.1)).toBe("not known yet");
  expect(of(0, 4, 72.1)).toBe("not known yet");
  expect(of(0, 10, -140.2)).toBe("at most −140");
  expect(of(10, 0, 140.2)).toBe("at least +140");
  expect(of(3, 1, null)).toBe("+400 ± 300");
});

test("half a point has the mark of the language", () => {
  const best = { player: 0, place: 1, wins: 1, draws: 1, losses: 0, halfPoints: 3, sonnebornBerger: 0 };
  const standing = { ...best, round: 1, pairs: [0, 0, 0, 0, 0], faults: [], elo: null, error: null };
  const progress = { table: [{ ...standing, superiority: null }], games: [] } as never;
  expect(sayLead("vi", progress, ["A"], true)).toBe("Hết giải. A thắng với 1,5 điểm.");
});

test("all who share the first place of a tournament are named", () => {
  const row = (player: number, place: number) => ({ player, place, halfPoints: 3 });
  const shared = { table: [row(1, 1), row(0, 1), row(2, 3)], games: Array(3).fill(null) } as never;
  const names = ["A", "B", "C"];
  expect(sayLead("en", shared, names, false)).toBe("In the lead after 3 games: B and A, 1.5 points.");
  expect(sayLead("en", shared, names, true)).toBe(
    "Tournament over. B and A share the first place with 1.5 points.",
  );
  expect(sayLead("zh-CN", shared, ["甲", "乙", "丙"], true)).toBe("比赛结束，乙和甲以 1.5 分并列第一。");
  const one = { table: [row(1, 1), row(0, 2)], games: Array(3).fill(null) } as never;
  expect(sayLead("en", one, names, false)).toBe("In the lead after 3 games: B, 1.5 points.");
});

test("the games of a match are a collection that fits a tag of forty letters", () => {
  const long = sampleExternal({ name: "An engine with a very long name" });
  const at = new Date(2026, 10, 26, 9, 5);
  const name = collectionName(
    "en",
    "xiangqi",
    [
      { kind: "engine", level: 3 },
      { ...long, kind: "external" },
    ],
    [long],
    at,
  );
  expect(name).toBe("Club player – An engine wi 11-26 09:05");
  expect([...name].length).toBeLessThanOrEqual(40);
});
