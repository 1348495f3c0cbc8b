// The names of manuals, volumes and authors. Titles of compositions stay in simplified characters: there are 3,000, and
// some of their characters have two traditional forms.
import { converter } from "../i18n/script";
import type { Lang } from "../i18n/lang";

/** The characters of these names that differ; the surname 于 is the same in both. */
const traditional = converter(
  "适適残殘谱譜梦夢机機斋齋戏戲编編韬韜渊淵阔闊烂爛来來无無敌敵鹏鵬变變吴吳双雙庆慶订訂广廣记記万萬宝寶书書隐隱绍紹龙龍" +
    "晋晉桢楨乐樂张張乔喬栋棟陈陳国國纯純阳陽圣聖风風马馬当當头頭转轉过過宫宮顺順横橫车車杂雜让讓",
);

/** A name as `lang` shows it, with full-width brackets. */
export function classicName(lang: Lang, name: string): string {
  const wide = name.replace("(", "（").replace(")", "）");
  return lang === "zh-TW" ? traditional(wide) : wide;
}
