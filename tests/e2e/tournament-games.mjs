// The games of a tournament as the window lists them.

/** The games so far: the words that a screen reader hears, and whether the button is disabled. */
export const playedGames = (window) =>
  window.run(
    `return [...document.querySelectorAll("[data-testid=tournament-played]")].map(
       (button) => [button.getAttribute("aria-label"), button.disabled])`,
  );

/** The players of a game that has ended, and the half points of the first one. */
export function readGame(label) {
  const [, first, second, result] = /^Round \d+: (.+) – (.+), (1–0|0–1|½–½)$/.exec(label);
  return { first, second, half: { "1–0": 2, "½–½": 1, "0–1": 0 }[result] };
}
