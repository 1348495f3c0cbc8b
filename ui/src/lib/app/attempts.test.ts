import { expect, test } from "vitest";
import type { Refusal } from "../bindings";
import { Attempts } from "./attempts";

test("calls run one at a time, and the answer to an attempt that was left is dropped", async () => {
  const told: string[] = [];
  const attempts = new Attempts({
    attempt: (action) => action().catch((why: unknown) => void told.push(String(why))),
  });
  let answer: (text: string) => void = () => {};
  const first = attempts.ask(
    () => new Promise<string>((resolve) => (answer = resolve)),
    (text) => told.push(text),
  );
  attempts.next();
  const second = attempts.ask(
    () => Promise.resolve("second"),
    (text) => told.push(text),
  );
  await Promise.resolve();
  await Promise.resolve();
  expect(told).toEqual([]);
  answer("first");
  await Promise.all([first, second]);
  expect(told).toEqual(["second"]);
  await attempts.run(() => Promise.reject(new Error("refused")));
  expect(told).toEqual(["second", "Error: refused"]);
});

test("a refused move gives its reason, and none to an attempt that was left", async () => {
  const attempts = new Attempts({ attempt: (action) => action() });
  const used: string[] = [];
  const refused: string[] = [];
  const refuse = ({ code }: Refusal) => {
    refused.push(code);
    return `${code}!`;
  };
  const play = (call: () => Promise<string>) => attempts.try(call, (answer) => used.push(answer), { refuse });
  const illegal: Refusal = { code: "illegal", message: "", at: null, points: [], obstacles: [] };
  expect(await play(() => Promise.resolve("right"))).toBeNull();
  expect(await play(() => Promise.reject(illegal))).toBe("illegal!");
  const late = [play(() => Promise.resolve("late")), play(() => Promise.reject(illegal))];
  attempts.next();
  expect(await Promise.all(late)).toEqual([null, null]);
  expect([used, refused]).toEqual([["right"], ["illegal"]]);
});
