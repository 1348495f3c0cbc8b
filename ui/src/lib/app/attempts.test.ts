import { expect, test } from "vitest";
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
  await expect(attempts.inTurn(() => Promise.reject(new Error("own")))).rejects.toThrow("own");
  expect(told).toEqual(["second", "Error: refused"]);
});
