import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Finding } from "../lib/bindings";
import { XIANGQI } from "../lib/backend/fixtures";
import { i18n } from "../lib/i18n/i18n.svelte";
import { loadArea } from "../lib/i18n/text";
import EngineTable from "../components/panels/analysis/EngineTable.svelte";

const rows = XIANGQI.rows.slice(0, 2);
const finding = (analyst: string, chance: number, scale: Finding["scale"]): Finding => ({
  look: 1,
  study: 1,
  node: 0,
  analyst,
  progress: "resting",
  depth: 9,
  nodes: 1,
  ms: 1,
  lines: [{ worth: { kind: "centipawns", value: 40 }, chance, rows }],
  scale,
  evaluation: null,
  note: null,
  fault: null,
});

test("each engine has its depth, its score, its own chance and its line", async () => {
  i18n.lang = "en";
  await loadArea("analysis", "en");
  const onplay = vi.fn();
  render(EngineTable, {
    game: "xiangqi",
    notation: "chinese",
    findings: [finding("", 553, "builtIn"), finding("fish", 610, "told")],
    nameOf: (name: string) => name || "Built-in engine",
    onplay,
  });
  const texts = screen
    .getAllByTestId("engine-row")
    .map((row) => row.textContent?.replace(/\s+/g, " ").trim());
  expect(texts[0]).toMatch(/^Built-in engine\s?9\s?\+0\.40 55%, by the built-in engine’s scale /);
  expect(texts[1]).toMatch(/^fish\s?9\s?\+0\.40 61%, from the engine’s own wins, draws and losses /);
  expect(screen.getByTestId("engine-table").nextElementSibling?.textContent).toContain("same move");
  screen.getAllByRole("button")[1]?.click();
  expect(onplay).toHaveBeenCalledOnce();
});

test("engines agree only once each of them has a line", async () => {
  i18n.lang = "en";
  await loadArea("analysis", "en");
  const props = {
    game: "xiangqi",
    notation: "chinese",
    nameOf: (name: string) => name,
    onplay: () => {},
  } as const;
  const [one, other] = [finding("", 553, "builtIn"), finding("fish", 610, "told")];
  const said = () => screen.getByTestId("engine-table").nextElementSibling?.textContent;
  const { rerender } = render(EngineTable, { ...props, findings: [one, { ...other, lines: [] }] });
  expect(said()).not.toContain("same move");
  await rerender({ findings: [one, other] });
  expect(said()).toContain("same move");
});
