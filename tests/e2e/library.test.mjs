// The library in the built window: tags, the trash, a backup and the way back, another folder and one that is gone.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { finish, freshHome, saveDialog, until, Window } from "./driver.mjs";

const place = freshHome();
const other = join(place.home, "other");
let window;

before(async () => {
  mkdirSync(other);
  window = await Window.start(place.home);
});
after(() => finish(window, place));

const collection = ["甲", "乙", "丙"]
  .map((name) => `[Game "Chinese Chess"]\n[Red "${name}"]\n\n1. 炮二平五 马8进7 *\n`)
  .join("\n");

const rows = () =>
  window.run(
    "return [...document.querySelectorAll('[data-testid=library-row]')].map((row) => row.textContent.replace(/\\s+/g, ' '))",
  );
const count = (n) => until(async () => (await rows()).length === n, `${n} games`);
/** The dialogs are worked by the keyboard: what a person types replaces what stood in a field. */
async function fill(testid, text) {
  await window.press(testid);
  await window.keys("Control+a", "Delete");
  await window.type(text);
}
const quiet = () =>
  until(async () => (await window.toasts()).length === 0 || (await closeToast()), "no message");
const closeToast = async () => {
  await window.press("toast-close");
  return false;
};

test("a pasted collection goes to the library", async () => {
  await window.paste(collection);
  await window.says("toast", /Games imported: 3/);
  await count(3);
  await quiet();
});

test("a game is tagged and found by its tag, and the tag comes off", async () => {
  await window.press("library-tag");
  await window.see("tag-field");
  await window.type("中炮");
  await window.keys("Enter");
  await window.see("tag-off");
  await window.shoot("library-tags");
  await window.press("tag-close");
  const facet = '[data-testid="facet-tag-中炮"]';
  if (!(await window.has(facet)))
    await window.run("document.querySelector('.disclosure')?.setAttribute('data-open', '')");
  await until(() => window.has(facet), "the tag among the facets");
  await window.click(facet);
  await count(1);
  await window.click(facet);
  await count(3);
  await window.press("library-tag");
  await window.press("tag-off");
  await until(async () => !(await window.has("[data-testid=tag-off]")), "the tag to be gone");
  await window.press("tag-close");
});

const backup = join(place.home, "backup.db");

test("a backup is named in the dialog of the system, and brings back what was removed for good", async () => {
  await window.press("keep");
  await window.press("backup-save");
  await saveDialog(backup);
  await window.says("toast", /3 games saved to .*backup\.db/);
  assert.ok(existsSync(backup));
  await window.press("keep-close");
  await quiet();
  await window.press("library-delete");
  await count(2);
  await quiet();
  await window.press("trash-toggle");
  await count(1);
  await window.press("library-restore");
  await count(0);
  await window.press("trash-toggle");
  await count(3);
  await window.press("library-delete");
  await count(2);
  await quiet();
  await window.press("trash-toggle");
  await count(1);
  await window.press("trash-empty");
  await window.press("purge-yes");
  await count(0);
  await window.press("trash-toggle");
  await count(2);
  await quiet();
  await window.press("keep");
  await fill("backup-path", backup);
  await window.press("backup-open");
  await window.says("toast", /1 game added, 0 restored from the trash, 2 already in the library/);
  await window.press("keep-close");
  await count(3);
  await quiet();
});

test("a backup over a file whose path is typed asks first", async () => {
  await window.press("keep");
  await fill("backup-path", backup);
  const before = statSync(backup).mtimeMs;
  await window.press("backup-save");
  await window.says("replace-dialog", /backup\.db/);
  await window.shoot("library-replace");
  await window.press("replace-no");
  assert.equal(statSync(backup).mtimeMs, before);
  await window.press("backup-save");
  await window.press("replace-yes");
  await window.says("toast", /3 games saved to .*backup\.db/);
  assert.ok(statSync(backup).mtimeMs > before);
  await window.press("keep-close");
  await quiet();
});

test("a backup to where nothing can be written is told in a sentence", async () => {
  await window.press("keep");
  await fill("backup-path", "/proc/backup.db");
  await window.press("backup-save");
  await window.says("toast", /\/proc\/backup\.db/);
  await window.press("keep-close");
  await quiet();
});

test("the library moves to another folder; when that is gone, every way on is a button", async () => {
  await window.press("keep");
  await fill("place-folder", other);
  await window.press("place-use");
  await window.says("toast", /The games were copied/);
  assert.ok(readdirSync(other).includes("library.db"));
  await window.press("keep-close");
  await count(3);
  await quiet();
  renameSync(other, `${other}-away`);
  await window.press("rail-home");
  await window.press("rail-library");
  await window.says("place-trouble", /other/);
  await window.shoot("library-gone");
  renameSync(`${other}-away`, other);
  await window.press("place-again");
  await count(3);
  await window.press("keep");
  await window.press("place-usual");
  const isTold = (text) => /The library in this folder is now open/.test(text);
  await until(async () => (await window.toasts()).some(isTold), "the usual folder");
  await window.press("keep-close");
  await count(3);
});
