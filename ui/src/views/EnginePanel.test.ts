import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import EnginePanel from "../components/panels/analysis/EnginePanel.svelte";
import { DEFAULT_SETTINGS, SETUPS } from "../lib/backend/fixtures";
import { MemoryBackend } from "../lib/backend/memory";
import { AnalysisController } from "../lib/analysis/analysis.svelte";
import { EXTERNAL_ENGINE_CODES, type EngineConfig, type Finding } from "../lib/bindings";
import { i18n } from "../lib/i18n/i18n.svelte";
import { LANGS } from "../lib/i18n/text";

const FISH: EngineConfig = {
  id: "fish",
  name: "Fairy",
  command: "fairy",
  protocol: "uci",
  game: "xiangqi",
  options: [],
};

const failed = (code: string): Finding => ({
  look: 1,
  study: 1,
  node: 0,
  analyst: "fish",
  progress: "failed",
  depth: 0,
  nodes: 0,
  ms: 0,
  lines: [],
  scale: "builtIn",
  evaluation: null,
  note: null,
  fault: { code, message: "the engine's process has ended", at: null, points: [], obstacles: [] },
});

test("a fault of an engine names the engine, and no game that is lost", () => {
  const nothing = () => {};
  const props = {
    analysis: new AnalysisController(
      new MemoryBackend(),
      { trouble: nothing },
      { wishes: () => DEFAULT_SETTINGS.analysis, keep: () => Promise.resolve(), rested: nothing },
    ),
    setup: SETUPS.xiangqi,
    placement: "",
    settings: { ...DEFAULT_SETTINGS, analysis: { ...DEFAULT_SETTINGS.analysis, analysts: ["fish"] } },
    externals: [FISH],
    locked: false,
    over: false,
    focus: null,
    onplay: nothing,
    onthink: nothing,
    onfocus: nothing,
    onwish: nothing,
  };
  for (const lang of LANGS)
    for (const code of [...EXTERNAL_ENGINE_CODES, "engine-failed"]) {
      i18n.lang = lang;
      const { unmount } = render(EnginePanel, { ...props, findings: [failed(code)] });
      const text = screen.getByTestId("analysis-fault").textContent ?? "";
      expect(text, code).toMatch(/^Fairy .*[.。]$/);
      expect(text, code).not.toMatch(/game folder|loses|判负|判負|thua|process has ended/i);
      unmount();
    }
});
