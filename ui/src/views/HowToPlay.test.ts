import axe from "axe-core";
import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { find, get, key, open } from "../driver";
import { pagesOf } from "../lib/howto/pages";
import { LANGS } from "../lib/i18n/lang";

test("every language tells four pages of each game", () => {
  for (const lang of LANGS) {
    for (const game of ["xiangqi", "gomoku"] as const) {
      const pages = pagesOf(lang, game);
      expect(pages).toHaveLength(4);
      expect(new Set(pages.map(({ title }) => title)).size).toBe(4);
      for (const { text } of pages) expect(text.length).toBeGreaterThan(30);
    }
  }
});

test("stones of a page stand where its moves put them", () => {
  const [, , , renju] = pagesOf("en", "gomoku");
  expect(renju?.placement.split("/")[15 - 8]).toBe("5xx8");
  expect(renju?.placement.split("/")[15 - 1]).toBe("o1o1o1o8");
});

test("from Home: pages turn by button and arrow, and a board is tried by two people", async () => {
  const backend = await open();
  await fireEvent.click(get("home-howto"));
  expect((await find("howto-page")).textContent).toBe("The board and the aim");
  await fireEvent.click(get("howto-next"));
  await key("ArrowRight");
  await key("ArrowRight");
  await key("ArrowRight");
  expect(get("howto-page").textContent).toBe("Check and checkmate");
  const found = await axe.run(get("howto"), { rules: { "color-contrast": { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
  await fireEvent.click(get("howto-gomoku"));
  expect(get("howto-page").textContent).toBe("Five in a row");
  await fireEvent.click(get("howto-try"));
  await find("screen-play");
  expect(backend.calls.filter((call) => call.startsWith("tryOut"))).toEqual(["tryOut 8"]);
  expect(screen.queryByTestId("howto")).toBeNull();
});

test("from the board of a page one comes back to that page, and nothing waits on Home", async () => {
  await open();
  await fireEvent.click(get("home-howto"));
  await find("howto-page");
  await key("ArrowRight");
  const page = get("howto-page").textContent;
  await fireEvent.click(get("howto-try"));
  await find("screen-play");
  await fireEvent.click(get("rules-back"));
  expect((await find("howto-page")).textContent).toBe(page);
  await fireEvent.click(get("howto-close"));
  await key("n", { ctrlKey: true });
  await find("screen-home");
  expect(screen.queryByTestId("resume-strip")).toBeNull();
});

test("tic-tac-toe has its own page", async () => {
  await open({ settings: { lastGame: "tictactoe" } });
  await fireEvent.click(get("home-howto"));
  expect((await find("howto-page")).textContent).toBe("Three in a row");
  expect((get("howto-next") as HTMLButtonElement).disabled).toBe(true);
  for (const lang of LANGS) expect(pagesOf(lang, "tictactoe")[0]?.text.length).toBeGreaterThan(30);
});

test("the list of keys leads to it", async () => {
  await open();
  await key("?");
  await fireEvent.click(await find("keys-howto"));
  await find("howto-page");
  expect(screen.queryByTestId("keys-dialog")).toBeNull();
});
