// The rows of the library: when they are asked for, and which one Enter opens.
import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { get, key, open } from "../driver";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a library that rests asks once", async () => {
  const backend = await open({ games: 60 });
  await key("3", { ctrlKey: true });
  await screen.findAllByTestId("library-row");
  await pause(700);
  expect(backend.calls.filter((call) => call === "gameFacets")).toHaveLength(1);
  await fireEvent.click(get("filter-gomoku"));
  await pause(700);
  expect(backend.calls.filter((call) => call === "gameFacets")).toHaveLength(2);
});
