"use strict";
const board = document.getElementById("board");
const { kind, left, top: upper, files, ranks, flipped } = board.dataset;
const moves = new Map([...document.querySelectorAll("a.m")].map((move) => [move.id, move]));
const next = new Map();
for (const move of moves.values()) if (!next.has(move.dataset.p)) next.set(move.dataset.p, move.id);
let now = "n0";
let timer = 0;

/** A copy of a drawing of the page, its centre on a point of the board. */
function put(name, file, rank) {
  const [column, row] = flipped === "1" ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
  const copy = document.getElementById("d-" + name).cloneNode(true);
  copy.removeAttribute("id");
  copy.setAttribute("transform", `translate(${Number(left) + column} ${Number(upper) + row})`);
  return copy;
}

function men(placement) {
  const found = new Map();
  placement.split("/").forEach((cells, row) => {
    let file = 0;
    for (const cell of cells.match(/\d+|\D/g) ?? []) {
      if (/\d/.test(cell)) file += Number(cell);
      else found.set(`${file++} ${ranks - 1 - row}`, cell);
    }
  });
  return found;
}

/** Scrolls the list alone: the page would take the board out of view. */
function reveal(move) {
  const list = document.getElementById("moves");
  const [row, view] = [move.getBoundingClientRect(), list.getBoundingClientRect()];
  if (row.top < view.top) list.scrollTop += row.top - view.top;
  else if (row.bottom > view.bottom) list.scrollTop += row.bottom - view.bottom;
}

function show(id) {
  const move = moves.get(id);
  if (!move) return;
  moves.get(now)?.classList.remove("now");
  moves.get(now)?.removeAttribute("aria-current");
  now = id;
  move.classList.add("now");
  move.setAttribute("aria-current", "step");
  reveal(move);
  const placed = men(move.dataset.b);
  const points = (move.dataset.l ?? "").split(" ").filter(Boolean);
  const last = points.map((point, index) => {
    const [file, rank] = [point.charCodeAt(0) - 97, Number(point.slice(1)) - (kind === "xiangqi" ? 0 : 1)];
    const end = kind === "gomoku" ? placed.get(`${file} ${rank}`) : index + 1 < points.length ? "from" : "to";
    return put("last-" + (end ?? "o"), file, rank);
  });
  const drawn = [...placed].map(([at, cell]) => put(cell, ...at.split(" ").map(Number)));
  // Brackets lie below pieces and round crosses; the dot of a stone lies on it.
  board.querySelector("#last").replaceChildren(...(kind === "gomoku" ? [] : last));
  board.querySelector("#pieces").replaceChildren(...drawn);
  board.querySelector("#over").replaceChildren(...(kind === "gomoku" ? last : []));
  board.querySelector("#marks").innerHTML = move.dataset.k ?? "";
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  const button = document.querySelector('[data-go="play"]');
  button.classList.remove("playing");
  for (const name of ["aria-label", "title"]) button.setAttribute(name, button.dataset.play);
}

function play() {
  if (!next.has(now)) show("n0");
  const button = document.querySelector('[data-go="play"]');
  button.classList.add("playing");
  for (const name of ["aria-label", "title"]) button.setAttribute(name, button.dataset.pause);
  const step = () => {
    show(next.get(now));
    if (next.has(now)) timer = setTimeout(step, wait());
    else stop();
  };
  timer = setTimeout(step, Math.min(500, wait()));
}

const wait = () => 1000 * Number(document.getElementById("speed").value);

function go(where) {
  if (where === "play") return timer ? stop() : play();
  stop();
  if (where === "start") return show("n0");
  if (where === "back") return show(moves.get(now).dataset.p);
  if (where === "on") return show(next.get(now));
  let end = now;
  while (next.has(end)) end = next.get(end);
  show(end);
}

document.addEventListener("click", (event) => {
  const move = event.target.closest("a.m");
  const button = event.target.closest("[data-go]");
  if (move) {
    event.preventDefault();
    stop();
    show(move.id);
  } else if (button) go(button.dataset.go);
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest?.("select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const isPressed = event.key === " " && event.target.closest?.("button, a");
  const where = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end", " ": "play" }[event.key];
  if (!where || isPressed) return;
  event.preventDefault();
  go(where);
});
show(location.hash.slice(1) || "n0");
