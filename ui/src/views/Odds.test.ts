import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, open } from "../driver";

async function choose(testid: string, value: string) {
  await fireEvent.change(await find(testid), { target: { value } });
}

describe("odds", () => {
  test("are one choice on the first screen, decide the seat, and are a badge of the game", async () => {
    const backend = await open({ thinkMs: 60_000 });
    await choose("odds-select", "left-horse");
    await waitFor(() => expect(get("odds-how").textContent).toContain("You play Black."));
    expect(get("odds-how").textContent).toContain("Red plays without the left horse");
    expect(screen.queryByTestId("seat-first")).toBeNull();
    await fireEvent.click(get("start"));
    const badge = await find("odds-badge");
    expect(badge.title).toBe("Odds: Left horse, given by Red");
    expect((await backend.startup()).game?.odds).toEqual({ odds: "left-horse", giver: "first" });
    expect((await backend.startup()).game?.second.kind).toBe("human");
  });

  test("the person may give them, and another game has none of them", async () => {
    const backend = await open({ thinkMs: 60_000 });
    await choose("odds-select", "rook");
    await fireEvent.click(await find("odds-give"));
    await waitFor(() => expect(get("odds-how").textContent).toContain("You play Red."));
    await fireEvent.click(get("start"));
    await find("odds-badge");
    expect((await backend.startup()).game?.first.kind).toBe("human");
  });

  test("a fair game is suggested with its reason, and taken by one press", async () => {
    const backend = await open({ thinkMs: 60_000 });
    backend.fair = { level: 4, odds: "left-horse", against: 3, games: 5, wins: 4 };
    await fireEvent.click(await find("game-gomoku"));
    await fireEvent.click(await find("game-xiangqi"));
    const why = (await find("odds-why")).textContent ?? "";
    expect(why).toMatch(
      /You won 4 of the last 5 games against .*: .* at odds \(Left horse\) is a fair game\./,
    );
    await fireEvent.click(get("odds-fair"));
    await waitFor(() => expect((get("odds-select") as HTMLSelectElement).value).toBe("left-horse"));
    await fireEvent.click(get("start"));
    await find("odds-badge");
    expect((await backend.startup()).game?.first).toEqual({ kind: "engine", level: 4 });
  });

  test("time needs a clock, which the form says", async () => {
    await open({ thinkMs: 60_000 });
    await choose("odds-select", "half-time");
    await waitFor(() => expect(get("odds-how").textContent).toContain("Choose a clock as well."));
    expect(get("seat-first")).toBeTruthy();
  });
});
