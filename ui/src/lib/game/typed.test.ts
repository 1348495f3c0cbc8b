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

test("the key that opens the field is no part of the move", () => {
  expect(["/h2e2", "／炮二平五", "、炮二平五"].map((text) => asTyped(text, "wxf"))).toEqual([
    "h2e2",
    "炮二平五",
    "炮二平五",
  ]);
  expect(asTyped("/C3.1", "vietnamese")).toBe("P3+1");
});
