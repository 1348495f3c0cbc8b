// @vitest-environment node
// The cut Kai has the characters of our own texts alone: what comes from people and files is in the interface's typeface,
// so that no word is in two.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) =>
  name.replaceAll("\\", "/"),
);
const read = (name: string) => readFileSync(join(root, name), "utf8");
const characters = new Set(read("fonts/characters.txt"));

/**
 * The components with Kai, each with what it sets in it: a text by its key, a name of ours, or moves in Chinese. A heading
 * is in Kai, too, unless its style says otherwise.
 */
const KAI: Record<string, string[]> = {
  "App.svelte": ['t("library.drop")'],
  "components/panels/ExerciseHead.svelte": ["title"],
  "components/panels/GameRowButton.svelte": ["t(`game.${game}`)"],
  "components/panels/MoveList.svelte": ["moves"],
  "components/panels/analysis/EngineTable.svelte": ["moves"],
  "components/panels/analysis/LineButton.svelte": ["moves"],
  "components/panels/Shelf.svelte": ["t(`game.${game}`)"],
  "components/panels/endings/EndingList.svelte": ["className(i18n.lang, code)"],
  "components/panels/endings/EndingPanel.svelte": ["sayTask(i18n.lang, ending)"],
  "components/panels/engines/LevelTables.svelte": ["levelName(i18n.lang, game, row.level)"],
  "components/panels/home/DailyPuzzle.svelte": ['t("exercise.daily")'],
  "components/panels/home/GameChoice.svelte": ["t(`game.${kind}`)"],
  "components/panels/home/LevelSteps.svelte": ["name"],
  "components/panels/lessons/CourseList.svelte": ["chapterName(i18n.lang, kind, code)"],
  "components/panels/lessons/LessonPanel.svelte": ["sayTask(i18n.lang, lesson)"],
  "components/panels/play/GameHead.svelte": ["t(`game.${snapshot.setup.game}`)"],
  "components/panels/play/StatusLine.svelte": ["status"],
  "components/panels/puzzles/PuzzleChoice.svelte": ['t("puzzle.'],
  "components/panels/puzzles/PuzzlePanel.svelte": ["sayTask(i18n.lang, puzzle)"],
  "components/panels/puzzles/RunPanel.svelte": ["sayTask(i18n.lang, puzzle)", 't("puzzle.run.result"'],
  "components/panels/puzzles/ThemeList.svelte": ["name"],
  "components/panels/settings/About.svelte": ["对弈"],
  "components/panels/study/MoveTree.svelte": ["moves"],
  "views/Engines.svelte": ['t("engines.empty")'],
  "views/HowToPlay.svelte": ["page.title"],
  "views/Library.svelte": ['t("library.'],
};

const components = files.filter((name) => name.endsWith(".svelte"));
/** The markup of a component without its script and style. */
const markup = (name: string) => read(name).replace(/<(script|style)[^]*?<\/\1>/g, "");

test("only our own texts are set in Kai", () => {
  const used = components.filter((name) => /class(=|:)[^>]*\bkai\b/.test(markup(name)));
  expect(used.sort()).toEqual(Object.keys(KAI).sort());
  for (const [name, texts] of Object.entries(KAI))
    for (const text of texts) if (text !== "moves") expect(markup(name), name).toContain(text);
});

test("a heading with a name in it is not in Kai", () => {
  const named = /<h([1-6])[^>]*>[^<]*(\bname\b|\bplayers?\b|\bevent\b|\btitle\}|first|second)[^<]*<\/h\1>/;
  const headings = components.filter((name) =>
    named.test(markup(name).replace(/<h1 class="unseen">.*/g, "")),
  );
  for (const name of headings) {
    // Dialogs and pages with a search have titles of ours.
    if (/shared\/(Dialog|SearchHead)\.svelte$/.test(name) || name in KAI) continue;
    const style = /<style>([^]*)<\/style>/.exec(read(name))?.[1] ?? "";
    expect(
      /h[1-6] \{[^}]*font-family: var\(--body\)/.test(style) || /protocolName|\bt\(/.test(markup(name)),
      name,
    ).toBe(true);
  }
  expect(headings).toContain("components/panels/engines/ExternalCard.svelte");
});

test("every text of ours is contained in the cut Kai", () => {
  const texts = files.filter(
    (name) => /^lib\/i18n\/[^/]+\/[a-z]+\.json$/.test(name) && !name.endsWith("howto.json"),
  );
  expect(texts.length).toBeGreaterThan(50);
  const missing = new Set<string>();
  for (const name of texts)
    for (const text of Object.values(JSON.parse(read(name)) as Record<string, unknown>))
      // A space without a line break is drawn as the plain one.
      for (const character of JSON.stringify(text).replaceAll("\u00a0", " "))
        if (!characters.has(character)) missing.add(character);
  expect([...missing].join("")).toBe("");
});

test("every font that a style names is there, and Latin letters have one family each", () => {
  const styles = read("app.css") + read("fonts.css");
  const named = [...styles.matchAll(/url\("\.\/(fonts\/[^"]+)"\)/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(10);
  for (const name of named) expect(files).toContain(name);
  for (const family of ["Duiyi Sans", "Duiyi Sans Letters", "Duiyi Serif", "Duiyi Serif Letters"])
    expect(styles).toContain(`font-family: "${family}"`);
});
