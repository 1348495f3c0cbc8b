// The style of exported pictures and pages: the board and the words that the person sees.
import type { EdgeLabels, PageLanguage, PictureStyle, Settings } from "../bindings";
import { edgeOf } from "../board/board-look";
import type { Edge } from "../board/props";
import type { Lang } from "../i18n/lang";

const LANGUAGES: Record<Lang, PageLanguage> = {
  en: "english",
  "zh-CN": "chinese",
  "zh-TW": "traditional",
  vi: "vietnamese",
};

const EDGES: Record<Edge, EdgeLabels> = { han: "chinese", figures: "arabic", letters: "letters" };

/** The board as the window shows it, with words in `lang`. */
export function pictureStyle(
  settings: Settings,
  lang: Lang,
  { flipped, heading }: { flipped: boolean; heading: boolean },
): PictureStyle {
  return {
    wood: settings.board,
    pieces: settings.xiangqiSet,
    stones: settings.stones,
    labels: settings.coordinates ? EDGES[edgeOf(settings.notation)] : "none",
    riverFacing: settings.riverFacing,
    flipped,
    numbers: settings.moveNumbers,
    heading,
    language: LANGUAGES[lang],
    notation: settings.notation,
  };
}
