// The games of a tournament as the window lists them.

/**
 * The games so far: the words that a screen reader hears, and whether the button is disabled. Only the rows in view
 * are in the page, so the list is opened and scrolled to each row that is missing.
 */
export const playedGames = (window) =>
  window.wait(`
    const opener = document.querySelector("[data-testid=tournament-games-summary]");
    if (!opener) return [];
    if (opener.getAttribute("aria-expanded") !== "true") opener.click();
    const games = [];
    let count = 1;
    for (let tries = 0; tries < 400; tries++) {
      const list = document.querySelector("[data-testid=tournament-games-played]");
      for (const row of list?.querySelectorAll("li") ?? []) {
        const button = row.querySelector("[data-testid=tournament-played]");
        count = Number(row.getAttribute("aria-setsize"));
        games[row.getAttribute("aria-posinset") - 1] = [button.getAttribute("aria-label"), button.disabled];
      }
      const missing = Array.from({ length: count }, (_, index) => index).find((index) => !games[index]);
      if (missing === undefined) return games;
      if (list) list.scrollTop = (missing / count) * list.scrollHeight;
      await new Promise((next) => setTimeout(next, 50));
    }
    return games;`);

/** The players of a game that has ended, and the half points of the first one. */
export function readGame(label) {
  const [, first, second, result] = /^Round \d+: (.+) – (.+), (1–0|0–1|½–½)$/.exec(label);
  return { first, second, half: { "1–0": 2, "½–½": 1, "0–1": 0 }[result] };
}
