import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { EngineChoice } from "../../../lib/bindings";
import { i18n } from "../../../lib/i18n/i18n.svelte";
import EffortForm from "./EffortForm.svelte";

test("a bound shows what is in force, whatever was typed beyond it", async () => {
  let choice: EngineChoice = { threads: 0, hashMib: 0, seconds: 0, nodes: 0, depth: 0 };
  const onchange = (next: EngineChoice) => (choice = next);
  const { rerender } = render(EffortForm, { props: { choice, onchange } });
  const field = screen.getByTestId("engine-seconds") as HTMLInputElement;
  for (const typed of ["5000", "7200"]) {
    await fireEvent.change(field, { target: { value: typed } });
    await rerender({ choice, onchange });
    expect([choice.seconds, field.value]).toEqual([3600, "3600"]);
  }
});

// `host/src/desk/effort.rs`: without seconds of its own a search has the time of the level.
test("0 seconds are said to be the level's own time, and only 0 positions or plies no limit", () => {
  i18n.lang = "en";
  const choice: EngineChoice = { threads: 0, hashMib: 0, seconds: 0, nodes: 0, depth: 0 };
  render(EffortForm, { props: { choice, onchange: () => {} } });
  const text = screen.getByTestId("engine-custom").querySelector("p")?.textContent;
  expect(text).toBe("Level 5 only. 0 seconds: the level’s own time; 0 positions or plies: no limit.");
});
