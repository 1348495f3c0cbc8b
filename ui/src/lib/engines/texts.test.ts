import { expect, test } from "vitest";
import { sampleExternal } from "../backend/memory-engines";
import { collectionName, sayLos } from "./texts";

test("no match makes certain which engine is the stronger", () => {
  expect([100, 99.4, 99, 50.4, 0.2].map((los) => sayLos("en", los))).toEqual([
    "> 99%",
    "> 99%",
    "99%",
    "50%",
    "< 1%",
  ]);
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
