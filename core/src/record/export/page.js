"use strict";
const board = document.getElementById("board");
const first = Number(board.dataset.first);
const rows = Number(board.dataset.rows);
const characters = new Map((board.dataset.characters.match(/../gu) ?? []).map((pair) => [pair[0], pair.slice(1)]));
const moves = new Map([...document.querySelectorAll("a.m")].map((move) => [move.id, move]));
const next = new Map();
for (const move of moves.values()) if (!next.has(move.dataset.p)) next.set(move.dataset.p, move.id);
let now = "n0";

function draw(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

function pieces(placement) {
  const drawn = [];
  placement.split("/").forEach((cells, row) => {
    let column = 0;
    for (const cell of cells.match(/\d+|\D/g) ?? []) {
      if (/\d/.test(cell)) {
        column += Number(cell);
        continue;
      }
      const [cx, cy] = [100 * (column + 1), 100 * (row + 1)];
      const character = first === 0 ? characters.get(cell) : undefined;
      if (character) {
        const ink = cell < "a" ? "#b3261e" : "#1d1d1d";
        drawn.push(draw("circle", { cx, cy, r: 44, fill: "#fbeed3", stroke: ink, "stroke-width": 4 }));
        drawn.push(draw("text", { x: cx, y: cy + 20, "font-size": 58, "text-anchor": "middle", fill: ink }, character));
      } else if (cell === "x" || cell === "o") {
        const fill = cell === "x" ? "#1d1d1d" : "#ffffff";
        drawn.push(draw("circle", { cx, cy, r: 44, fill, stroke: "#1d1d1d", "stroke-width": 3 }));
      }
      column += 1;
    }
  });
  return drawn;
}

function show(id) {
  const move = moves.get(id);
  if (!move) return;
  moves.get(now)?.classList.remove("now");
  now = id;
  move.classList.add("now");
  move.scrollIntoView({ block: "nearest" });
  const points = (move.dataset.l ?? "").split(" ").filter(Boolean);
  const last = points.map((point) => {
    const [cx, cy] = [100 * (point.charCodeAt(0) - 96), 100 * (rows - Number(point.slice(1)) + first)];
    return draw("circle", { cx, cy, r: 12, fill: "#2f7d4f" });
  });
  board.querySelector("#pieces").replaceChildren(...pieces(move.dataset.b));
  board.querySelector("#last").replaceChildren(...last);
  board.querySelector("#marks").innerHTML = move.dataset.k ?? "";
}

function go(where) {
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
    show(move.id);
  } else if (button) go(button.dataset.go);
});
document.addEventListener("keydown", (event) => {
  const where = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end" }[event.key];
  if (!where) return;
  event.preventDefault();
  go(where);
});
show(location.hash.slice(1) || "n0");
