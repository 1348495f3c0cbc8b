// Contrast of the design tokens, worked out from app.css itself: text 4.5 : 1, borders of controls 3 : 1 (WCAG 2.2 AA).
import { describe, expect, test } from "vitest";
import css from "./app.css?raw";

const block = (selector: string) => {
  const body = css.slice(css.indexOf(selector)).match(/\{([^}]*)\}/)?.[1] ?? "";
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})/gi)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>;
};
const light = block(":root {");
const themes = { light, dark: { ...light, ...block(':root[data-theme="dark"]') } };

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(long.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe.each(Object.entries(themes))("%s", (_, tokens) => {
  const colour = (name: string) => tokens[name] ?? "";

  test.each(["ink-900", "ink-700", "ink-500", "cinnabar", "jade", "azurite", "gamboge", "ochre"])(
    "%s is readable on desk and sheet",
    (ink) => {
      for (const paper of ["paper-0", "paper-1"])
        expect(contrast(colour(ink), colour(paper))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test("quiet ink is readable in a well, and writing on the seal too", () => {
    expect(contrast(colour("ink-500"), colour("paper-2"))).toBeGreaterThanOrEqual(4.5);
    for (const seal of ["seal", "seal-hover"])
      expect(contrast(colour("on-seal"), colour(seal)), seal).toBeGreaterThanOrEqual(4.5);
  });

  test("the seal is red, and stands out from the desk", () => {
    expect(contrast(colour("seal"), colour("paper-0"))).toBeGreaterThanOrEqual(3);
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      parseInt(colour("seal").slice(at, at + 2), 16),
    );
    expect(red).toBeGreaterThan(2.5 * Math.max(green, blue));
  });

  test("borders of controls stand out from every paper", () => {
    for (const paper of ["paper-0", "paper-1"])
      expect(contrast(colour("rule-strong"), colour(paper))).toBeGreaterThanOrEqual(3);
  });
});
