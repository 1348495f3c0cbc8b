import { expect, test } from "vitest";
import { asTyped } from "./typed";

test("with Vietnamese notation C is a soldier, and a dot goes forward", () => {
  const texts = ["C3.1", "P2-5", "X9/1", "m2.3", "Tg5.1", "Xt-4", "h2e2", "炮二平五"];
  expect(texts.map((text) => asTyped(text, "vietnamese"))).toEqual([
    "P3+1",
    "C2=5",
    "R9-1",
    "H2+3",
    "K5+1",
    "Xt-4",
    "h2e2",
    "炮二平五",
  ]);
  expect(asTyped("C3.1", "wxf")).toBe("C3.1");
});

test.each([
  ["ｈ８", "wxf", "h8"],
  ["ｈ２ｅ２", "wxf", "h2e2"],
  ["Ｃ２＝５", "wxf", "C2=5"],
  ["Ｃ３．１", "vietnamese", "P3+1"],
  // Chinese notation is read with either figures.
  ["炮２平５", "chinese", "炮2平5"],
  ["／ｈ８", "chinese", "h8"],
] as const)(
  "%s with %s notation is %s, as the backend reads letters of half width",
  (typed, notation, sent) => {
    expect(asTyped(typed, notation)).toBe(sent);
  },
);

test("the key that opens the field is no part of the move", () => {
  expect(["/h2e2", "／炮二平五", "、炮二平五"].map((text) => asTyped(text, "wxf"))).toEqual([
    "h2e2",
    "炮二平五",
    "炮二平五",
  ]);
  expect(asTyped("/C3.1", "vietnamese")).toBe("P3+1");
});
