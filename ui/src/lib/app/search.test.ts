import { beforeAll, expect, test } from "vitest";
import { LANGS, type Lang } from "../i18n/lang";
import { loadLang, say, sideName } from "../i18n/text";
import { searchText } from "./search";

beforeAll(async () => {
  for (const lang of LANGS) await loadLang(lang);
});

test.each<[Lang, string, string]>([
  ["en", "象棋", "game:xiangqi"],
  ["en", "五子棋 胜", "game:gomoku result:win"],
  ["en", "  level:3   Li Wei ", "level:3 Li Wei"],
  ["en", "", ""],
  ["en", "Red won", "winner:red"],
  ["en", "black  WON li", "winner:black li"],
  ["en", "unfinished", "result:*"],
  ["en", "won", "result:win"],
  ["zh-CN", "红方胜", "winner:red"],
  ["zh-CN", "未下完 李", "result:* 李"],
  ["zh-CN", "炮二平五 马8进7", "炮二平五 马8进7"],
])("in %s, %s is asked as %s", (lang, typed, asked) => {
  expect(searchText(lang, typed)).toBe(asked);
});

test.each(LANGS)("in %s every result that a row shows is found by its words", (lang) => {
  const winner = { xiangqi: ["red", "black"], gomoku: ["black", "white"], tictactoe: ["x", "o"] } as const;
  for (const game of ["xiangqi", "gomoku", "tictactoe"] as const)
    (["first", "second"] as const).forEach((side, nth) => {
      const text = say(lang, "result.won", { side: sideName(lang, game, side) });
      expect(searchText(lang, text)).toBe(`winner:${winner[game][nth]}`);
    });
  expect(searchText(lang, say(lang, "result.drawn"))).toBe("result:draw");
  expect(searchText(lang, say(lang, "result.abandoned"))).toBe("result:*");
});
