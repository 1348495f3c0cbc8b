// A game that is lost by perpetual chase: told before the fatal move, and named after it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, Window } from "./driver.mjs";
import { clickMove } from "./player.mjs";

const place = freshHome();
let window;

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

/** Red's rook goes after a cannon that nobody protects and that never rests. */
const START = "3k5/9/9/9/1c7/R8/9/9/9/4K4 w - - 0 1";
const CYCLE = ["a4a5", "b5b4", "a5a4", "b4b5"];

const play = async (moves) => {
  for (const mv of moves) await clickMove(window, mv);
};

test("the fatal move is told before it is made, and the ruling after it", async () => {
  await window.press("opponent-friend");
  await window.run("document.querySelector('[data-testid=more-options]').dataset.open = ''");
  await window.run(
    "const field = document.querySelector('[data-testid=fen]'); field.value = ''; field.focus()",
  );
  await window.type(START);
  await window.keys("Enter");
  await window.see("screen-play");
  await play([...CYCLE, "a4a5", "b5b4"]);
  await window.says(
    "repetition",
    /Black may repeat the position a third time with .*: Red loses by perpetual chase of the black cannon/,
  );
  await window.hears(/Red loses by perpetual chase of the black cannon/);
  await window.shoot("repetition-before");
  await window.resize(900, 640);
  await window.shoot("repetition-before-900");
  await window.resize(1200, 800);
  await play(["a5a4", "b4b5"]);
  await window.see("end-card");
  await window.says("end-reason", /third time: Red loses by perpetual chase of the black cannon/);
  await window.shoot("repetition-after");
  assert.equal(await window.has("[data-testid=repetitions]"), false);
});
