import { expect, test } from "vitest";
import { searchText } from "./search";

test.each([
  ["象棋", "game:xiangqi"],
  ["Gomoku expert", "game:gomoku level:4"],
  ["五子棋 胜", "game:gomoku result:win"],
  ["  level:3   Li Wei ", "level:3 Li Wei"],
  ["", ""],
])("%s is asked as %s", (typed, asked) => {
  expect(searchText(typed)).toBe(asked);
});
