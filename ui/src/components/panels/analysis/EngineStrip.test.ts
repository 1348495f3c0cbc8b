import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import EngineStrip from "./EngineStrip.svelte";

test("the strip keeps the rows of the wished lines while it has no finding", async () => {
  const nothing = () => {};
  const props = {
    game: "xiangqi",
    notation: "chinese",
    finding: null,
    wished: 5,
    looking: true,
    over: false,
    short: false,
    onplay: nothing,
    onfocus: nothing,
    onmore: nothing,
  } as const;
  const drawn = render(EngineStrip, props);
  const rows = () => screen.getByRole("list").style.getPropertyValue("--rows");
  // It shows three at most, one in a low window, and no more than the engine is to find.
  expect(rows()).toBe("3");
  await drawn.rerender({ wished: 2 });
  expect(rows()).toBe("2");
  await drawn.rerender({ short: true });
  expect(rows()).toBe("1");
});
