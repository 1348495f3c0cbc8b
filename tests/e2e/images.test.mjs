// The pictures of the README are pictures of the window as it is. `DUIYI_WRITE_IMAGES=1` takes them anew.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { finish, freshHome, Window } from "./driver.mjs";
import { wear } from "./faces.mjs";
import { clickMove } from "./player.mjs";

/** Another machine has other letters; a board, a panel or a button in another place is more than that. */
const OTHER_PIXELS_MAX = 0.03;

const place = freshHome({ version: 1, language: "en", notation: "wxf" });
let window;

before(async () => {
  window = await Window.start(place.home);
  await window.resize(1200, 800);
});
after(() => finish(window, place));

async function isInTheReadme(name) {
  // Whatever glides has arrived.
  await sleep(1000);
  const file = new URL(`../../docs/images/${name}.png`, import.meta.url);
  const picture = await window.picture();
  if (process.env.DUIYI_WRITE_IMAGES) writeFileSync(file, picture);
  await window.shoot(`images-${name}`);
  const [now, kept] = [PNG.sync.read(picture), PNG.sync.read(readFileSync(file))];
  assert.deepEqual([now.width, now.height], [kept.width, kept.height]);
  const other = pixelmatch(now.data, kept.data, null, now.width, now.height, { threshold: 0.2 });
  const share = other / (now.width * now.height);
  console.log(`${name}: ${(share * 100).toFixed(2)} % of the pixels are others`);
  assert.ok(share <= OTHER_PIXELS_MAX, `${name} looks otherwise now: DUIYI_WRITE_IMAGES=1 takes it anew`);
}

test("a game of Xiangqi", async () => {
  await wear(window, "en", "light");
  await window.press("rail-home");
  await window.press("opponent-friend");
  await window.press("start");
  await window.see("screen-play");
  for (const mv of "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 c9e7 h0h6 c7d5 a0a1 b7c7".split(" "))
    assert.ok(await clickMove(window, mv), mv);
  await window.clickSquare("g2");
  await isInTheReadme("xiangqi");
});

test("a study of Gomoku with its threats", async () => {
  await wear(window, "en", "dark");
  await window.press("rail-study");
  await window.at(0, 0);
  await window.paste("h8 h9 g7 i9 i7 j9 g9 f9 h7 j7 f7 e7 g8 g6");
  await window.see("screen-study");
  await window.at(14, 14);
  await window.press("toast-close");
  await window.keys("x");
  await isInTheReadme("gomoku");
});
