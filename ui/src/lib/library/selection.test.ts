import { expect, test } from "vitest";
import { Selection } from "./selection.svelte";

const ALL = [50, 40, 30, 20, 10];
const ask = async () => ALL;
const chosen = (selection: Selection) => ALL.filter((id) => selection.has(id));

test("games are selected one by one", () => {
  const selection = new Selection();
  selection.toggle(1, 40);
  selection.toggle(3, 20);
  expect(chosen(selection)).toEqual([40, 20]);
  selection.toggle(1, 40);
  expect([chosen(selection), selection.size]).toEqual([[20], 1]);
  selection.clear();
  expect(selection.size).toBe(0);
});

test("a range reaches from its first row in both directions and keeps what was selected before", async () => {
  const selection = new Selection();
  selection.toggle(0, 50);
  selection.toggle(2, 30);
  await selection.extend(4, ask);
  expect(chosen(selection)).toEqual([50, 30, 20, 10]);
  await selection.extend(1, ask);
  expect(chosen(selection)).toEqual([50, 40, 30]);
});

test("without a selection a range begins at the row in focus", async () => {
  const selection = new Selection();
  selection.step(3);
  await selection.extend(4, ask);
  expect(chosen(selection)).toEqual([20, 10]);
  selection.step(0);
  await selection.extend(2, ask);
  expect(chosen(selection)).toEqual([30, 20]);
});

test("an answer that comes late changes nothing", async () => {
  const selection = new Selection();
  let answer: (ids: readonly number[]) => void = () => {};
  const late = selection.all(() => new Promise((resolve) => (answer = resolve)));
  selection.toggle(4, 10);
  answer(ALL);
  await late;
  expect(chosen(selection)).toEqual([10]);
  await selection.all(ask);
  expect(selection.size).toBe(5);
});
