// What pieces, sides, levels, rules, shapes and mates are called: one row a name, one column a language.
import { readIn } from "../game/sino-vietnamese";
import type { Lang } from "./lang";

export const GLOSSARY = {
  "game.xiangqi": { "zh-CN": "象棋", "zh-TW": "象棋", en: "Xiangqi", vi: "Cờ tướng" },
  "game.gomoku": { "zh-CN": "五子棋", "zh-TW": "五子棋", en: "Gomoku", vi: "Cờ ca-rô" },
  "game.xiangqi.sub": { "zh-CN": "中国象棋", "zh-TW": "中國象棋", en: "Chinese chess", vi: "Xiangqi" },
  "game.gomoku.sub": {
    "zh-CN": "连五为胜",
    "zh-TW": "連五為勝",
    en: "Five in a row",
    vi: "Gomoku: năm quân thẳng hàng",
  },
  "side.xiangqi.first": { "zh-CN": "红方", "zh-TW": "紅方", en: "Red", vi: "Đỏ" },
  "side.xiangqi.second": { "zh-CN": "黑方", "zh-TW": "黑方", en: "Black", vi: "Đen" },
  "side.gomoku.first": { "zh-CN": "黑方", "zh-TW": "黑方", en: "Black", vi: "Đen" },
  "side.gomoku.second": { "zh-CN": "白方", "zh-TW": "白方", en: "White", vi: "Trắng" },
  "colour.xiangqi.first": { "zh-CN": "红", "zh-TW": "紅", en: "red", vi: "đỏ" },
  "colour.xiangqi.second": { "zh-CN": "黑", "zh-TW": "黑", en: "black", vi: "đen" },
  "level.xiangqi.1": { "zh-CN": "初学", "zh-TW": "初學", en: "Newcomer", vi: "Mới chơi" },
  "level.xiangqi.2": { "zh-CN": "棋童", "zh-TW": "棋童", en: "Apprentice", vi: "Tập sự" },
  "level.xiangqi.3": { "zh-CN": "业余", "zh-TW": "業餘", en: "Club player", vi: "Nghiệp dư" },
  "level.xiangqi.4": { "zh-CN": "高手", "zh-TW": "高手", en: "Expert", vi: "Cao thủ" },
  "level.xiangqi.5": { "zh-CN": "大师", "zh-TW": "大師", en: "Master", vi: "Đại sư" },
  "level.gomoku.1": { "zh-CN": "初学", "zh-TW": "初學", en: "Newcomer", vi: "Mới chơi" },
  "level.gomoku.2": { "zh-CN": "入门", "zh-TW": "入門", en: "Apprentice", vi: "Tập sự" },
  "level.gomoku.3": { "zh-CN": "业余", "zh-TW": "業餘", en: "Club player", vi: "Nghiệp dư" },
  "level.gomoku.4": { "zh-CN": "段位", "zh-TW": "段位", en: "Dan", vi: "Cao thủ" },
  "level.gomoku.5": { "zh-CN": "名人", "zh-TW": "名人", en: "Meijin", vi: "Danh nhân" },
  "rule.freestyle": {
    "zh-CN": "无禁手：五连及以上胜",
    "zh-TW": "無禁手：五連及以上勝",
    en: "Free: five or more wins",
    vi: "Tự do: năm quân trở lên là thắng",
  },
  "rule.standard": {
    "zh-CN": "无禁手：六连不算胜",
    "zh-TW": "無禁手：六連不算勝",
    en: "Standard: exactly five wins",
    vi: "Chuẩn: đúng năm quân mới thắng",
  },
  "rule.renju": {
    "zh-CN": "有禁手：黑方受限",
    "zh-TW": "有禁手：黑方受限",
    en: "Renju: Black has forbidden moves",
    vi: "Renju: Đen có nước cấm",
  },
  "rule.caro": {
    "zh-CN": "Caro：六连、两头被堵的五连不算胜",
    "zh-TW": "越南五子棋：六連、兩頭被堵的五連不算勝",
    en: "Caro: exactly five, not blocked at both ends",
    vi: "Ca-rô: đúng năm quân, không bị chặn hai đầu",
  },
  "rule.xiangqi.asian": { "zh-CN": "亚洲规则", "zh-TW": "亞洲規則", en: "Asian rules", vi: "Luật châu Á" },
  "rule.xiangqi.chinese": {
    "zh-CN": "中国规则",
    "zh-TW": "中國規則",
    en: "Chinese rules",
    vi: "Luật Trung Quốc",
  },
  "rule.xiangqi.simple": {
    "zh-CN": "简化规则",
    "zh-TW": "簡化規則",
    en: "Simple repetition rule",
    vi: "Luật lặp đơn giản",
  },
  "opening.none": { "zh-CN": "无", "zh-TW": "無", en: "None", vi: "Không" },
  "opening.swap1": { "zh-CN": "一手交换", "zh-TW": "一手交換", en: "Swap", vi: "Swap (đổi màu một lần)" },
  "opening.swap2": { "zh-CN": "两次交换（Swap2）", "zh-TW": "兩次交換（Swap2）", en: "Swap2", vi: "Swap2" },
  "opening.rif": {
    "zh-CN": "RIF（三手交换、五手两打）",
    "zh-TW": "RIF（三手交換、五手兩打）",
    en: "RIF",
    vi: "RIF",
  },
  "opening.yamaguchi": { "zh-CN": "山口", "zh-TW": "山口", en: "Yamaguchi", vi: "Yamaguchi" },
  "opening.soosorv-8": { "zh-CN": "索索夫-8", "zh-TW": "索索夫-8", en: "Soosorv-8", vi: "Soosorv-8" },
  "opening.taraguchi-10": {
    "zh-CN": "塔拉山口-10",
    "zh-TW": "塔拉山口-10",
    en: "Taraguchi-10",
    vi: "Taraguchi-10",
  },
  "stone.first": { "zh-CN": "黑子", "zh-TW": "黑子", en: "black stone", vi: "quân đen" },
  "stone.second": { "zh-CN": "白子", "zh-TW": "白子", en: "white stone", vi: "quân trắng" },
  "foul.overline": { "zh-CN": "长连", "zh-TW": "長連", en: "overline", vi: "quá năm quân" },
  "foul.double-four": { "zh-CN": "四四", "zh-TW": "四四", en: "double four", vi: "bốn bốn (4-4)" },
  "foul.double-three": { "zh-CN": "三三", "zh-TW": "三三", en: "double three", vi: "ba ba (3-3)" },
  "shape.straightFour": { "zh-CN": "活四", "zh-TW": "活四", en: "a straight four", vi: "bốn hở hai đầu" },
  "shape.doubleFour": { "zh-CN": "双四", "zh-TW": "雙四", en: "a double four", vi: "nước đôi 4-4" },
  "shape.fourThree": { "zh-CN": "冲四活三", "zh-TW": "衝四活三", en: "a four-three", vi: "nước đôi 4-3" },
  "shape.doubleThree": { "zh-CN": "双活三", "zh-TW": "雙活三", en: "a double three", vi: "nước đôi 3-3" },
  "pattern.horseCannon": {
    "zh-CN": "马后炮",
    "zh-TW": "馬後炮",
    en: "horse and cannon (马后炮)",
    vi: "Mã hậu pháo",
  },
  "pattern.doubleCannon": { "zh-CN": "重炮", "zh-TW": "重炮", en: "double cannon (重炮)", vi: "Pháo trùng" },
  "pattern.palaceHorse": {
    "zh-CN": "卧槽马",
    "zh-TW": "臥槽馬",
    en: "horse at the palace door (卧槽马)",
    vi: "Ngọa tào mã",
  },
  "pattern.cornerHorse": {
    "zh-CN": "挂角马",
    "zh-TW": "掛角馬",
    en: "horse at the palace corner (挂角马)",
    vi: "Quải giác mã",
  },
  "pattern.ironBolt": {
    "zh-CN": "铁门栓",
    "zh-TW": "鐵門栓",
    en: "iron bolt (铁门栓)",
    vi: "Thiết môn thuyên",
  },
  "pattern.twinChariots": {
    "zh-CN": "双车错",
    "zh-TW": "雙車錯",
    en: "chariots in turn (双车错)",
    vi: "Song xa thác",
  },
  "pattern.smothered": { "zh-CN": "闷宫", "zh-TW": "悶宮", en: "smothered palace (闷宫)", vi: "Muộn cung" },
  "pattern.heartPiercer": {
    "zh-CN": "大胆穿心",
    "zh-TW": "大膽穿心",
    en: "chariot through the heart (大胆穿心)",
    vi: "Đại đảm xuyên tâm",
  },
  "pattern.facingGeneral": {
    "zh-CN": "白脸将",
    "zh-TW": "白臉將",
    en: "facing general (白脸将)",
    vi: "Bạch kiểm tướng",
  },
  "piece.k": { "zh-CN": "将", "zh-TW": "將", en: "general", vi: "Tướng" },
  "piece.a": { "zh-CN": "士", "zh-TW": "士", en: "advisor", vi: "Sĩ" },
  "piece.b": { "zh-CN": "象", "zh-TW": "象", en: "elephant", vi: "Tượng" },
  "piece.n": { "zh-CN": "马", "zh-TW": "馬", en: "horse", vi: "Mã" },
  "piece.r": { "zh-CN": "车", "zh-TW": "車", en: "chariot", vi: "Xe" },
  "piece.c": { "zh-CN": "炮", "zh-TW": "砲", en: "cannon", vi: "Pháo" },
  "piece.p": { "zh-CN": "卒", "zh-TW": "卒", en: "soldier", vi: "Tốt" },
  "piece.K": { "zh-CN": "帅", "zh-TW": "帥", en: "general", vi: "Tướng" },
  "piece.A": { "zh-CN": "仕", "zh-TW": "仕", en: "advisor", vi: "Sĩ" },
  "piece.B": { "zh-CN": "相", "zh-TW": "相", en: "elephant", vi: "Tượng" },
  "piece.N": { "zh-CN": "马", "zh-TW": "傌", en: "horse", vi: "Mã" },
  "piece.R": { "zh-CN": "车", "zh-TW": "俥", en: "chariot", vi: "Xe" },
  "piece.C": { "zh-CN": "炮", "zh-TW": "炮", en: "cannon", vi: "Pháo" },
  "piece.P": { "zh-CN": "兵", "zh-TW": "兵", en: "soldier", vi: "Tốt" },
  "cross.first": { "zh-CN": "叉", "zh-TW": "叉", en: "X", vi: "X" },
  "cross.second": { "zh-CN": "圈", "zh-TW": "圈", en: "O", vi: "O" },
  "game.tictactoe": { "zh-CN": "井字棋", "zh-TW": "井字棋", en: "Tic-tac-toe", vi: "Tic-tac-toe" },
  "game.tictactoe.sub": {
    "zh-CN": "连三为胜",
    "zh-TW": "連三為勝",
    en: "Three in a row",
    vi: "Cờ ca-rô 3×3: ba quân thẳng hàng",
  },
  "side.tictactoe.first": { "zh-CN": "叉方", "zh-TW": "叉方", en: "X", vi: "Bên X" },
  "side.tictactoe.second": { "zh-CN": "圈方", "zh-TW": "圈方", en: "O", vi: "Bên O" },
  "level.tictactoe.1": { "zh-CN": "初学", "zh-TW": "初學", en: "Newcomer", vi: "Mới chơi" },
  "level.tictactoe.2": { "zh-CN": "业余", "zh-TW": "業餘", en: "Club player", vi: "Nghiệp dư" },
  "level.tictactoe.3": { "zh-CN": "不败", "zh-TW": "不敗", en: "Perfect", vi: "Bất bại" },
} as const satisfies Record<string, Record<Lang, string>>;

export type Term = keyof typeof GLOSSARY;

/** Picks the names of one language, for its catalogue. */
export const termsOf = (lang: Lang): Record<Term, string> =>
  Object.fromEntries(Object.entries(GLOSSARY).map(([term, names]) => [term, names[lang]])) as Record<
    Term,
    string
  >;

/** Names of openings come from the core in simplified characters; these are all of theirs that differ. */
const TRADITIONAL = new Map(
  Array.from(
    "残殘游遊长長峡峽恒恆云雲岚嵐银銀边邊马馬钩鉤飞飛顺順对對进進过過宫宮横橫车車单單龟龜鸳鴛鸯鴦风風盘盤头頭兑兌缓緩开開红紅两兩转轉后後补補".matchAll(
      /(.)(.)/gu,
    ),
    ([, simplified, traditional]) => [simplified, traditional],
  ),
);

/** What an opening is called in `lang`, of its Chinese and its English name. */
export function openingIn(lang: Lang, chinese: string, english: string): string {
  if (lang === "zh-CN") return chinese;
  if (lang === "vi") return readIn(chinese) ?? english;
  if (lang === "en") return english;
  return [...chinese].map((character) => TRADITIONAL.get(character) ?? character).join("");
}
