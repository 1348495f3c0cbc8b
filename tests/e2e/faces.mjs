// What a screen must be in every size, language and theme.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { until } from "./driver.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const SIZES = [
  [900, 640],
  [1200, 800],
  [1920, 1080],
];

/** Both languages with both themes; the first two differ in both. */
export const FACES = [
  ["zh-CN", "light"],
  ["en", "dark"],
  ["zh-CN", "dark"],
  ["en", "light"],
];

/** Chooses a language and a theme as a person does, on the Settings screen, where the window stays. */
export async function wear(window, language, theme) {
  await window.press("rail-settings");
  await window.see("lang-select");
  await window.choose("lang-select", language);
  await window.choose("theme-select", theme);
  const worn = () =>
    window.run("return document.documentElement.lang + document.documentElement.dataset.theme");
  await until(async () => (await worn()) === `${language}${theme}`, `${language} ${theme}`);
}

/** The narrowest size in two faces that differ in language and theme, each wider one in one; FACES=all is every pair. */
const LOOKS = SIZES.map((size, nth) => ({
  size,
  faces: process.env.FACES === "all" ? FACES : nth === 0 ? FACES.slice(0, 2) : [FACES[nth + 1]],
}));

/** Has a look in every size; `at` names it. */
export async function inEverySize(window, look) {
  for (const { size, faces } of LOOKS) {
    const [width, height] = size;
    await window.resize(width, height);
    for (const [language, theme] of faces) {
      await wear(window, language, theme);
      await look(`${width}-${language}-${theme}`);
    }
  }
  await window.resize(1200, 800);
}

/** The parts of the page that are wider inside than outside. */
export const overflowing = (window, ...parts) =>
  window.run(
    `return arguments[0].filter((css) =>
       [...document.querySelectorAll(css)].some((part) => part.scrollWidth > part.clientWidth))`,
    ["html", "main", ".panel", ...parts],
  );

/** What axe calls serious: the faults of the page for those who listen or use keys. */
export async function serious(window) {
  // The page's own policy lets nothing be evaluated in it; the driver may.
  await window.run(AXE);
  return window.wait(
    `// Who speaks to the machine says what is seen.
     const rules = { "label-content-name-mismatch": { enabled: true } };
     const { violations } = await axe.run(document.body, { rules });
     return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
       .map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html.slice(0, 160)).join(" "));`,
  );
}
