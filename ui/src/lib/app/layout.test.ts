import { expect, test } from "vitest";
import { layoutFor } from "./layout";

test.each([
  [1600, 1000, 100, "wide", false],
  [1200, 800, 100, "standard", false],
  [900, 640, 100, "narrow", true],
  [640, 900, 100, "portrait", false],
  [640, 700, 100, "portrait", false],
  [640, 640, 100, "narrow", true],
  [1080, 1920, 100, "portrait", false],
  [1280, 800, 200, "narrow", true],
  [1600, 1200, 150, "narrow", false],
  [1440, 700, 100, "wide", true],
] as const)("%i × %i at %i %% is %s", (width, height, scale, layout, short) => {
  expect(layoutFor(width, height, scale)).toEqual({ layout, short });
});
