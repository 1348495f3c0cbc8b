import { afterEach, expect, test } from "vitest";
import { canvasFont, remPx } from "./canvas-font";

afterEach(() => {
  document.documentElement.style.fontSize = "";
  document.body.style.fontFamily = "";
});

test("letters on a canvas grow with the page and have its typeface", () => {
  document.body.style.fontFamily = "Duiyi Sans";
  document.documentElement.style.fontSize = "32px";
  expect(canvasFont(0.6875)).toBe('400 22px "Duiyi Sans"');
  expect(canvasFont(0.5, { weight: 700, ratio: 2 })).toBe('700 32px "Duiyi Sans"');
  expect(remPx(2.375)).toBe(76);
});
