// Tests load every text of every language; the window loads one language.
import { configure } from "@testing-library/svelte";
import type { LaterArea } from "./lib/i18n/lang";
import { LANGS, loadLang, loadArea } from "./lib/i18n/text";

// What is loaded on demand may take seconds on a busy machine; a hang is still found.
configure({ asyncUtilTimeout: 10_000 });

const AREAS = [
  "books",
  "classics",
  "coach",
  "engines",
  "errors",
  "export",
  "handicap",
  "howto",
  "keys",
  "lab",
  "lessons",
  "repertoires",
  "repetition",
  "palette",
  "review",
  "search",
  "settings",
  "analysis",
  "threats",
  "training",
] as const satisfies LaterArea[];
await Promise.all([...AREAS.map((area) => loadArea(area, "en")), ...LANGS.map(loadLang)]);
