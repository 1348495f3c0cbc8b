import { expect, test } from "vitest";
import { columnsFor } from "./tiles";

test("all boards are in view where there is room, each as large as it goes", () => {
  const room = { width: 82, height: 62 };
  expect([1, 2, 4, 7, 15].map((count) => columnsFor(count, 0.9, room))).toEqual([2, 2, 4, 4, 6]);
  expect(columnsFor(15, 1, room)).toBe(5);
});

test("boards that do not fit have the least width and scroll", () => {
  expect(columnsFor(15, 0.9, { width: 34, height: 33 })).toBe(3);
  expect(columnsFor(3, 0.9, { width: 5, height: 2 })).toBe(1);
  expect(columnsFor(3, 0.9, { width: 0, height: 0 })).toBe(1);
});
