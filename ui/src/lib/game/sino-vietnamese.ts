// The names of Xiangqi openings in Sino-Vietnamese reading. The characters here are keys, never shown.

/** The Sino-Vietnamese reading of each character in names of openings. */
const READINGS = new Map(
  Object.entries({
    三: "tam",
    两: "lưỡng",
    中: "trung",
    五: "ngũ",
    互: "hỗ",
    人: "nhân",
    仕: "sĩ",
    仙: "tiên",
    八: "bát",
    六: "lục",
    兑: "đổi",
    兵: "binh",
    列: "liệt",
    单: "đơn",
    卒: "tốt",
    反: "phản",
    右: "hữu",
    后: "hậu",
    外: "ngoại",
    头: "đầu",
    宫: "cung",
    对: "đối",
    封: "phong",
    局: "cục",
    屏: "bình",
    左: "tả",
    巡: "tuần",
    平: "bình",
    底: "để",
    开: "khai",
    指: "chỉ",
    提: "đề",
    步: "bộ",
    河: "hà",
    炮: "pháo",
    盘: "bàn",
    直: "trực",
    相: "tượng",
    红: "hồng",
    缓: "hoãn",
    背: "bối",
    虎: "hổ",
    蛇: "xà",
    补: "bổ",
    角: "giác",
    象: "tượng",
    起: "khởi",
    路: "lộ",
    车: "xa",
    转: "chuyển",
    边: "biên",
    过: "quá",
    进: "tiến",
    金: "kim",
    钩: "câu",
    顺: "thuận",
    风: "phong",
    飞: "phi",
    马: "mã",
    七: "thất",
    士: "sĩ",
    横: "hoành",
    鸯: "ương",
    鸳: "uyên",
    龟: "quy",
  }),
);

/** Reads a Chinese name in Sino-Vietnamese; null if a character is missing from the table. */
export function readIn(chinese: string): string | null {
  const words: string[] = [];
  for (const character of chinese.normalize("NFKC").replace(/\s/g, "")) {
    const word = READINGS.get(character) ?? (/\d/.test(character) ? character : null);
    if (word === null) return null;
    words.push(word);
  }
  const name = words.join(" ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}
