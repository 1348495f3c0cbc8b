import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { EngineChoice } from "../../../lib/bindings";
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
