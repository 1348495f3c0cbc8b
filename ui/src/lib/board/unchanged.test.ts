import { expect, test } from "vitest";
import { keepUnchanged } from "./unchanged";

test("an item whose fields are equal stays the same object", () => {
  const keep = keepUnchanged<{ square: string; label: string }>(({ square }) => square);
  const [a, b] = keep([
    { square: "a1", label: "empty" },
    { square: "b1", label: "empty" },
  ]);
  const [again, other] = keep([
    { square: "a1", label: "empty" },
    { square: "b1", label: "chariot" },
  ]);
  expect(again).toBe(a);
  expect(other).not.toBe(b);
  expect(other?.label).toBe("chariot");
});

test("an item that was gone comes back as a new one", () => {
  const keep = keepUnchanged<{ square: string }>(({ square }) => square);
  const [first] = keep([{ square: "a1" }]);
  expect(keep([])).toEqual([]);
  expect(keep([{ square: "a1" }])[0]).not.toBe(first);
});

test("a row whose items are the same ones stays the same list", () => {
  const keep = keepUnchanged<{ square: string }[]>(([first]) => first?.square ?? "");
  const [a, b] = [{ square: "a1" }, { square: "b1" }];
  const [row] = keep([[a, b]]);
  expect(keep([[a, b]])[0]).toBe(row);
  expect(keep([[a]])[0]).toEqual([a]);
});
