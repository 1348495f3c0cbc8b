import { expect, test } from "vitest";
import { labelled } from "./signs";

test("a shape comes, goes and is replaced", () => {
  const one = labelled([], "h8", "△");
  expect(one).toEqual([{ at: "h8", text: "△" }]);
  expect(labelled(one, "h8", "△")).toEqual([]);
  expect(labelled(one, "h8", "×")).toEqual([{ at: "h8", text: "×" }]);
  expect(labelled(one, "h9", "△")).toHaveLength(2);
});

test("letters are given in turn, and one that was taken away is free again", () => {
  const three = ["a1", "a2", "a3"].reduce((labels, at) => labelled(labels, at, "A"), labelled([], "c3", "□"));
  expect(three.map(({ text }) => text)).toEqual(["□", "A", "B", "C"]);
  const gap = labelled(three, "a2", "A");
  expect(gap.map(({ text }) => text)).toEqual(["□", "A", "C"]);
  expect(labelled(gap, "a4", "A").at(-1)).toEqual({ at: "a4", text: "B" });
  // A letter replaces a shape at the point.
  expect(labelled(gap, "c3", "A").at(-1)).toEqual({ at: "c3", text: "B" });
});

test("the alphabet ends", () => {
  const all = Array.from({ length: 26 }, (_, n) => `p${n}`).reduce(
    (labels, at) => labelled(labels, at, "A"),
    labelled([], "none", "A").slice(1),
  );
  expect(labelled(all, "next", "A")).toEqual(all);
});
