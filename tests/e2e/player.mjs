// What a person does at the board, and a simple mind for that person.
import { until } from "./driver.mjs";

const NEAR = 4;

/** The moves so far, as the list shows them. */
export const moves = (window) =>
  window.run(
    `return [...document.querySelectorAll("[data-testid=moves] [data-ply]")].map((ply) => ply.textContent.trim())`,
  );

/** What stands on every point, as it is said to those who listen. */
export const board = (window) =>
  window.run(`return Object.fromEntries([...document.querySelectorAll("[data-square]")]
    .map((cell) => [cell.dataset.square, cell.getAttribute("aria-label")]))`);

/** Waits until it is the person's turn again or the game is over; true while it goes on. */
export async function myTurn(window, plies, ms = 30_000) {
  const answered = () =>
    window.run(
      `const over = document.querySelector("[data-testid=end-card]") !== null;
       const plies = document.querySelectorAll("[data-testid=moves] [data-ply]").length;
       return over ? "over" : plies > arguments[0] && document.querySelector(".board.active") ? "go on" : null;`,
      plies,
    );
  return (await until(answered, `an answer to ply ${plies}`, ms)) === "go on";
}

/** Plays a Xiangqi move with two clicks; false if the board refuses it. */
export async function clickMove(window, uci) {
  const before = (await moves(window)).length;
  await window.clickSquare(uci.slice(0, 2));
  await window.clickSquare(uci.slice(2));
  const settled = () =>
    window.run(
      `return document.querySelectorAll("[data-testid=moves] [data-ply]").length > arguments[0] ? "played"
        : document.querySelector("[data-testid=refusal]") ? "refused" : null`,
      before,
    );
  const answer = await until(settled, `the board to take ${uci} or not`);
  if (answer === "refused") await window.keys("Escape");
  return answer === "played";
}

/** Starts the game that the first screen offers, and plays the middle cannon. */
export async function startWithCannon(window) {
  await window.press("start");
  await window.says("status", /Your move|轮到你/);
  await window.clickSquare("h2");
  await window.clickSquare("e2");
}

/** Types a move after "/"; the field stays open until Escape. */
export async function typeMove(window, text) {
  if (!(await window.has("[data-testid=typed-move]"))) await window.keys("/");
  await window.see("typed-move");
  await window.run("document.querySelector('[data-testid=typed-move]').value = ''");
  await window.type(text);
  await window.keys("Enter");
}

/** Chooses a point: completes its own rows, blocks the other's, and otherwise builds near the stones. */
export function choosePoint(played, size = 15) {
  const at = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;
  const stones = new Map(played.map((move, index) => [move.toLowerCase(), index % 2]));
  const me = played.length % 2;
  if (played.length === 0) return at((size - 1) / 2, (size - 1) / 2);
  let best = { point: null, worth: -1 };
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      if (stones.has(at(x, y))) continue;
      let worth = NEAR * 2 - Math.abs(x - (size - 1) / 2) / size - Math.abs(y - (size - 1) / 2) / size;
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ]) {
        for (let start = -4; start <= 0; start++) {
          const row = [0, 1, 2, 3, 4].map((step) => [x + (start + step) * dx, y + (start + step) * dy]);
          if (row.some(([a, b]) => a < 0 || b < 0 || a >= size || b >= size)) continue;
          const owners = row.map(([a, b]) => stones.get(at(a, b))).filter((owner) => owner !== undefined);
          if (new Set(owners).size > 1) continue;
          const count = owners.length;
          worth += count === 0 ? 0 : owners[0] === me ? 12 ** count : 0.8 * 12 ** count;
        }
      }
      if (worth > best.worth) best = { point: at(x, y), worth };
    }
  }
  return best.point;
}

/** Plays on until the game is over; returns the number of plies. */
export async function playGomoku(window) {
  for (;;) {
    const played = await moves(window);
    await window.clickSquare(choosePoint(played));
    if (!(await myTurn(window, played.length + 1))) return (await moves(window)).length;
  }
}

/** Two clicks each for the first moves; from there on the engine advises, so that no weak plan loses the game early. */
const PLAN = ["h2e2", "h0g2"];

/** Plays one move for Red; takes the advice of the engine where the plan has nothing. */
export async function playXiangqi(window, used) {
  const before = (await moves(window)).length;
  for (const uci of PLAN) {
    if (used.has(uci)) continue;
    used.add(uci);
    if ((await window.read("[data-testid=status]"))?.match(/Check|将军/)) break;
    const own = await window.run(
      `return document.querySelector('[data-square="' + arguments[0] + '"]').classList.contains("own")`,
      uci.slice(0, 2),
    );
    if (own && (await clickMove(window, uci))) return before + 1;
  }
  await window.press("hint");
  await window.see("hint-line");
  const shown = () => window.run(`return document.querySelector("[data-testid=hint-line] small") !== null`);
  await until(shown, "the first part of the hint");
  await window.press("hint");
  const text = await window.says("hint-line", /Try|试试/);
  const move = text.match(/(?:Try |试试)(\S+?)[.。]/)[1];
  await typeMove(window, move);
  await until(async () => (await moves(window)).length > before, `${move} to be played`);
  await window.keys("Escape");
  return before + 1;
}
