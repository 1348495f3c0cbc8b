import { beforeAll, expect, test, vi } from "vitest";
import { LANGS, type Lang } from "../i18n/lang";
import { levelName, loadArea, say, sideName, type Key } from "../i18n/text";
import { loadSearch, searchText } from "./search";
import { recordDate } from "./texts";

beforeAll(() => loadSearch("en"));

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
  ["zh-CN", "无结果", "result:*"],
  // Reasons, with the side that they name or without.
  ["en", "Red resigned", "loser:red reason:resignation"],
  ["en", "Red resigned.", "loser:red reason:resignation"],
  ["en", "resigned", "reason:resignation"],
  ["en", "white has five in a row", "winner:white reason:five"],
  ["en", "both sides agreed to a draw", "reason:agreement"],
  ["en", "perpetual check li", "reason:perpetual-check li"],
  ["zh-CN", "认输", "reason:resignation"],
  ["zh-CN", "红方胜 黑方认输。", "winner:red loser:black reason:resignation"],
  ["zh-CN", "超时 将死", "reason:time reason:checkmate"],
  ["vi", "Đỏ xin thua", "loser:red reason:resignation"],
  // Levels as they are written.
  ["en", "Level 1", "rank:1"],
  ["en", "Expert · level 4", "level:4"],
  ["zh-CN", "第 1 级", "rank:1"],
  ["zh-CN", "第1级", "rank:1"],
  ["vi", "cấp 3", "rank:3"],
  ["en", "Club player · level 2", "game:tictactoe level:3"],
  ["zh-CN", "不败 · 第 3 级", "game:tictactoe level:5"],
  // Dates as they are written.
  ["en", "Nov 21, 2026", "date:2026.11.21"],
  ["en", "21 November 2026 Li", "date:2026.11.21 Li"],
  ["en", "Nov 21, 2026, 3:05 PM", "date:2026.11.21"],
  ["en", "november 2026", "date:2026.11"],
  ["en", "11/21/2026", "date:2026.11.21"],
  ["en", "2026-11-21", "date:2026.11.21"],
  ["en", "11/05/2026", "date:2026.11.05"],
  ["en", "21/11/2026", "date:2026.11.21"],
  ["en", "21-11-2026", "date:2026.11.21"],
  ["en", "05.11.2026", "date:2026.11.05"],
  ["en", "21.11.2026 11/21/2026", "date:2026.11.21 date:2026.11.21"],
  ["vi", "11/21/2026", "date:2026.11.21"],
  ["vi", "21/11/2026", "date:2026.11.21"],
  ["vi", "15:05 21 thg 11, 2026", "date:2026.11.21"],
  ["vi", "tháng 11 năm 2026", "date:2026.11"],
  ["zh-CN", "2026年11月21日 15:05", "date:2026.11.21"],
  ["zh-TW", "2026年11月21日 下午3:05", "date:2026.11.21"],
  ["zh-CN", "2026 年 11 月", "date:2026.11"],
  ["zh-CN", "2026年", "date:2026"],
  ["zh-CN", "２０２４年", "date:2024"],
  ["zh-CN", "２０２４／１１／２１ ½-½", "date:2024.11.21 result:draw"],
  // No date: a score, a figure, a day that no month has, a name.
  ["en", "1-0 2026 99/99/2026 May 1999x", "result:1-0 2026 99/99/2026 May 1999x"],
  ["en", "11.21.2026", "11.21.2026"],
  // Scores and sides, as records and players write them.
  ["en", "1/2-1/2 li", "result:draw li"],
  ["zh-CN", "0–1", "result:0-1"],
  ["en", "*", "result:*"],
  ["zh-CN", "红胜", "winner:red"],
  ["zh-CN", "黑负", "loser:black"],
  ["en", "白胜", "winner:white"],
  ["zh-TW", "紅勝", "winner:red"],
  ["zh-CN", "Red wins", "winner:red"],
  ["vi", "Trắng thua", "loser:white"],
  // Lengths, rules, tags, openings and accuracies, as rows show them.
  ["en", "34 rounds", "game:xiangqi length:34"],
  ["en", "1 round", "game:xiangqi length:1"],
  ["zh-CN", "34 回合", "game:xiangqi length:34"],
  ["zh-CN", "1,234手", "game:gomoku length:1234"],
  ["en", "length:34", "length:34"],
  ["en", "Asian rules", "rule:asian"],
  ["en", "Caro: exactly five, not blocked at both ends", "rule:caro"],
  ["zh-CN", "Caro：六连、两头被堵的五连不算胜", "rule:caro"],
  ["zh-CN", "有禁手：黑方受限", "rule:renju"],
  ["en", "★ Favourites", "tag:★"],
  ["en", "c00", "opening:C00"],
  ["en", "92 / – li", "accuracy:92 li"],
  ["en", "92 / 85", "accuracy:92 accuracy:85"],
  // Players, as rows name them.
  ["en", "You – Expert · level 4", "player:* level:4"],
  ["zh-CN", "你 对 有段 · 第 4 级", "player:* level:4"],
  ["en", "Li Wei – Xu Yan", "Li Wei Xu Yan"],
  ["en", "Red – Black", "game:xiangqi player:*"],
  ["zh-CN", "对 局", "对 局"],
  ["en", "You", "player:*"],
  ["en", "Expert · level 4 – You", "level:4 player:*"],
  ["en", "You Lei", "You Lei"],
  ["zh-CN", "Central Cannon", "Central Cannon"],
  // Fields, named as the library or the window names them.
  ["en", "player:xu year:1999..2005", "player:xu year:1999..2005"],
  ["en", 'Event:"Five Rams Cup" Red won', 'event:"Five Rams Cup" winner:red'],
  ["en", "result:red opening:B* accuracy:<70", "winner:red opening:B* accuracy:<70"],
  ["en", "result:unfinished", "result:*"],
  ["en", "moves:炮二平五,马8进7", "moves:炮二平五,马8进7"],
  ["en", "date:2026-11 li", "date:2026-11 li"],
  ["en", "level:3", "level:3"],
  ["en", "winner:red plyer:xu 12:30", "winner:red plyer:xu 12:30"],
  ["zh-CN", "棋手：徐天红 结果：红方胜", "player:徐天红 winner:red"],
  ["zh-CN", "着法:炮二平五，马8进7 年份:1999..2005", "moves:炮二平五，马8进7 year:1999..2005"],
  ["zh-CN", "棋种:五子棋 赛事：“五羊杯 决赛”", 'game:gomoku event:"五羊杯 决赛"'],
  ["zh-TW", "賽事:五羊杯 開局:中炮", "event:五羊杯 opening:中炮"],
  ["vi", "li kết quả:Đỏ", "li winner:red"],
  ["zh-CN", "结果：白方", "winner:white"],
  ["vi", 'kết quả:"Đỏ thắng" kỳ thủ:Lan', "winner:red player:Lan"],
  // One after the other, with a single character between them.
  ["zh-CN", "2026-11-21 2026-11-22", "date:2026.11.21 date:2026.11.22"],
  ["zh-CN", "2026-11-21、2026年11月22日，li", "date:2026.11.21 date:2026.11.22 li"],
  ["zh-CN", "x2026-11-21 :2026-11-21", "x2026-11-21 :2026-11-21"],
  ["zh-CN", "红 方 胜", "winner:red"],
  ["en", "level:3 year:1999 player:xu", "level:3 year:1999 player:xu"],
  ["zh-CN", '赛事:"五羊杯" 棋手:徐天红', "event:五羊杯 player:徐天红"],
  ["zh-CN", "红方胜，棋手:徐天红", "winner:red player:徐天红"],
  // Words of another language than the one set.
  ["en", "红方胜", "winner:red"],
  ["en", "黑方认输", "loser:black reason:resignation"],
  ["en", "2026年11月", "date:2026.11"],
  ["zh-CN", "Red won", "winner:red"],
  ["zh-CN", "level 4", "rank:4"],
  ["vi", "棋童", "level:2"],
  ["zh-CN", "炮二平五 马8进7", "炮二平五 马8进7"],
])("in %s, %s is asked as %s", (lang, typed, asked) => {
  expect(searchText(lang, typed, [])).toBe(asked);
});

test.each<[string, Lang, string]>([
  ["en-GB", "en", "date:2026.11.05"],
  ["en-US", "en", "date:2026.05.11"],
  ["vi-VN", "en", "date:2026.05.11"],
  ["zh-HK", "zh-TW", "date:2026.11.05"],
])("with a system in %s, figures of a date have the order of its region in %s", (system, lang, asked) => {
  const language = vi.spyOn(navigator, "language", "get").mockReturnValue(system);
  expect(searchText(lang, "05/11/2026", [])).toBe(asked);
  language.mockRestore();
});

test.each<[Lang, string]>([
  ["zh-TW", "順炮直車 li"],
  ["zh-CN", "顺炮直车 li"],
  ["en", "same direction cannons, straight chariot li"],
])("in %s an opening of the library is found by its name there: %s", (lang, typed) => {
  const openings = ["中炮 Central Cannon", "顺炮直车 Same Direction Cannons, Straight Chariot"];
  expect(searchText(lang, typed, openings)).toBe(`opening:"${openings[1]}" li`);
});

test.each(LANGS)("in %s every result that a row shows is found by its words", (lang) => {
  const winner = { xiangqi: ["red", "black"], gomoku: ["black", "white"], tictactoe: ["x", "o"] } as const;
  for (const game of ["xiangqi", "gomoku", "tictactoe"] as const)
    (["first", "second"] as const).forEach((side, nth) => {
      const text = say(lang, "result.won", { side: sideName(lang, game, side) });
      expect(searchText(lang, text, [])).toBe(`winner:${winner[game][nth]}`);
    });
  expect(searchText(lang, say(lang, "result.drawn"), [])).toBe("result:draw");
  expect(searchText(lang, say(lang, "result.abandoned"), [])).toBe("result:*");
});

test.each(LANGS)("in %s every level and date that a row shows is found by its words", (lang) => {
  for (const n of [1, 2, 3, 4, 5]) {
    const name = levelName(lang, "xiangqi", n);
    expect(searchText(lang, say(lang, "player.level", { name, n }), [])).toBe(`level:${n}`);
  }
  for (const date of ["1999", "1999.05", "1999.05.03", "2026.12.31"]) {
    const typed = recordDate(lang, date);
    // A bare year is a word of the record.
    expect([`date:${date}`, date.length === 4 ? typed : ""]).toContain(searchText(lang, typed, []));
  }
  const row = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  expect(searchText(lang, row.format(new Date(2026, 0, 9, 18, 45)), [])).toBe("date:2026.01.09");
});

test.each(LANGS)("in %s the sentence about an unknown field names all that are typed", async (lang) => {
  const { default: terms } = await import("../../../../host/src/library/terms/mod.rs?raw");
  await loadArea("table", lang);
  const sentence = say(lang, "table.fault.field", { word: "" });
  const fields = [...terms.matchAll(/\("(\w+)", Field::/g)].map(([, field = ""]) => field);
  // A search for a result or a level that a row shows has these.
  const typed = fields.filter((field) => !["winner", "loser", "rank"].includes(field));
  expect(typed).toHaveLength(15);
  for (const field of typed) {
    const names = say(lang, `search.field.${field}` as Key).split(/, |、/);
    expect(
      names.some((name) => name !== "" && sentence.includes(name)),
      field,
    ).toBe(true);
  }
});
