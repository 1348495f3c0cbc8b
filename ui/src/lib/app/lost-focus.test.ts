import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchLostFocus } from "./lost-focus";

let isOn = true;
let stop = () => {};
const toHead = vi.fn();

function page(html: string): void {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  stop = watchLostFocus(at("root"), { isOn: () => isOn, toHead });
}

const at = (id: string) => document.getElementById(id) as HTMLElement;
const focused = () => document.activeElement?.id;

/** Focuses a control, changes the page, and waits for the focus to settle. */
async function after(id: string, change: () => void, ms = 100): Promise<string | undefined> {
  at(id).focus();
  change();
  await vi.advanceTimersByTimeAsync(ms);
  return focused();
}

beforeEach(() => {
  isOn = true;
  toHead.mockReset();
  vi.useFakeTimers();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.innerHTML = "";
});

const ROWS = `<main><h1>List</h1><ul>
  <li id="row1"><button id="open1"></button><button id="drop1"></button></li>
  <li id="row2"><button id="open2"></button><button id="drop2"></button></li>
  <li id="row3"><button id="open3"></button><button id="drop3"></button></li>
</ul><button id="below"></button></main>`;

test("the next row takes the focus of a row that goes, and the one before it that of the last row", async () => {
  page(ROWS);
  expect(await after("drop2", () => at("row2").remove())).toBe("open3");
  expect(await after("drop3", () => at("row3").remove())).toBe("open1");
  expect(await after("drop1", () => at("row1").remove())).toBe("below");
  expect(await after("below", () => at("below").remove())).toBe("");
  expect(toHead).toHaveBeenCalledOnce();
});

test("rows that go one after the other leave it to what follows them all", async () => {
  page(ROWS);
  expect(
    await after("drop2", () => {
      at("row1").remove();
      at("row2").remove();
    }),
  ).toBe("open3");
  expect(
    await after("drop3", () => {
      const list = at("row3").parentElement;
      at("row3").remove();
      list?.remove();
    }),
  ).toBe("below");
});

test("what comes in place of a control takes it", async () => {
  page(`<main><button id="other"></button><p id="note"><button id="stop"></button></p></main>`);
  expect(await after("stop", () => (at("note").innerHTML = `<b>Done</b><button id="start"></button>`))).toBe(
    "start",
  );
});

test("what cannot have the focus is left out", async () => {
  page(
    `<main><button id="one"></button><button disabled></button><b tabindex="-1"></b><button id="two"></button></main>`,
  );
  expect(await after("one", () => at("one").remove())).toBe("two");
});

test("a point of a board leaves it to the current point", async () => {
  page(`<main><div role="grid"><i><b id="old" tabindex="0"></b></i>
    <b id="first" data-square="a1" tabindex="-1"></b><b id="cursor" data-square="a2" tabindex="0"></b></div></main>`);
  expect(await after("old", () => at("old").remove())).toBe("cursor");
});

test("a control that moves with its row or is enabled again has it back", async () => {
  page(ROWS);
  expect(await after("drop2", () => at("row1").before(at("row2")))).toBe("drop2");
  const button = at("drop2") as HTMLButtonElement;
  await after("drop2", () => {
    button.disabled = true;
    button.blur();
  });
  button.disabled = false;
  await vi.advanceTimersByTimeAsync(100);
  expect(focused()).toBe("drop2");
});

test("a disabled control leaves it to the board of the screen, if there is one", async () => {
  for (const [stage, calls] of [
    ["", 0],
    [`<div class="stage"></div>`, 1],
  ] as const) {
    page(`<main>${stage}<button id="next"></button><button id="play"></button></main>`);
    const disable = () => {
      (at("next") as HTMLButtonElement).disabled = true;
      at("next").blur();
    };
    await after("next", disable, 500);
    expect(toHead).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(600);
    expect(toHead).toHaveBeenCalledTimes(calls);
    stop();
  }
});

test("a dialog keeps it, and what is behind has it after the dialog", async () => {
  page(`${ROWS}<dialog open id="dialog"><button id="tag1"></button><button id="tag2"></button></dialog>`);
  at("drop2").focus();
  expect(await after("tag1", () => at("tag1").remove())).toBe("tag2");
  at("row2").remove();
  expect(await after("tag2", () => at("dialog").remove())).toBe("open3");
});

test("the focus stays where the person or the page puts it", async () => {
  page(ROWS);
  await after("drop2", () => at("drop2").blur());
  at("row2").remove();
  await vi.advanceTimersByTimeAsync(100);
  expect(document.activeElement).toBe(document.body);
  expect(
    await after("drop1", () => {
      at("row1").remove();
      setTimeout(() => at("below").focus(), 30);
    }),
  ).toBe("below");
  isOn = false;
  await after("drop3", () => at("row3").remove());
  expect(document.activeElement).toBe(document.body);
  expect(toHead).not.toHaveBeenCalled();
});
