// The settings page as data: groups of fields, each naming the setting it changes and the sentences that describe it.
import type { Settings } from "../bindings";
import { LANGS, LANGUAGES } from "../i18n/lang";
import type { Key } from "../i18n/text";

type KeysOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings];
type ChoiceKey = Exclude<KeysOf<string>, "lastGame">;
type SwitchKey = KeysOf<boolean>;
type RangeKey = KeysOf<number>;

export type Field =
  | {
      kind: "choice";
      key: ChoiceKey;
      label: Key;
      testid: string;
      options: { value: string; label: Key | null; text?: string; lang?: string }[];
    }
  | { kind: "switch"; key: SwitchKey; label: Key; testid: string }
  | { kind: "range"; key: RangeKey; label: Key; testid: string; min: number; max: number; step: number };

type Group = { title: Key; fields: Field[] };

function choice<K extends ChoiceKey>(
  key: K,
  label: Key,
  values: readonly Settings[K][],
  testid: string = key,
): Field {
  const prefix = key === "board" ? "settings.board" : `settings.${key}`;
  return {
    kind: "choice",
    key,
    label,
    testid,
    options: values.map((value) => ({ value, label: `${prefix}.${value}` as Key })),
  };
}

const toggle = (key: SwitchKey, label: Key = `settings.${key}` as Key): Field => ({
  kind: "switch",
  key,
  label,
  testid: `setting-${key}`,
});

export const GROUPS: readonly Group[] = [
  {
    title: "settings.appearance",
    fields: [
      {
        kind: "choice",
        key: "language",
        label: "settings.language",
        testid: "lang-select",
        options: [
          { value: "system", label: "settings.language.system" },
          ...LANGS.map((value) => ({ value, label: null, text: LANGUAGES[value].name, lang: value })),
        ],
      },
      choice("theme", "settings.theme", ["system", "light", "dark"], "theme-select"),
      choice(
        "notation",
        "settings.notation",
        ["chinese", "traditional", "wxf", "vietnamese", "iccs", "uci"],
        "notation-select",
      ),
      {
        kind: "range",
        key: "uiScale",
        label: "settings.uiScale",
        testid: "scale-select",
        min: 90,
        max: 200,
        step: 10,
      },
    ],
  },
  {
    title: "settings.board",
    fields: [
      choice("board", "settings.boardWood", ["kaya", "rosewood", "xuan", "lacquer"], "board-select"),
      choice(
        "xiangqiSet",
        "settings.xiangqiSet",
        ["traditional", "simplified", "letters", "international"],
        "set-select",
      ),
      choice("stones", "settings.stones", ["slate", "flat", "letters"], "stones-select"),
      toggle("coordinates"),
      toggle("legalDots"),
      toggle("animation"),
      toggle("riverFacing"),
      toggle("rotateOpponent"),
      toggle("moveNumbers"),
      toggle("forbiddenMarks"),
      toggle("confirmPlace"),
    ],
  },
  {
    title: "settings.sound",
    fields: [
      toggle("sound", "settings.sound.on"),
      {
        kind: "range",
        key: "volume",
        label: "settings.volume",
        testid: "volume-range",
        min: 0,
        max: 100,
        step: 5,
      },
      choice("announce", "settings.announce", ["brief", "full"], "announce-select"),
    ],
  },
  { title: "settings.game", fields: [toggle("confirmResign")] },
  {
    title: "settings.advanced",
    fields: [
      toggle("openingBook"),
      choice("gomokuSearch", "settings.gomokuSearch", ["alpha-beta", "mcts"], "gomoku-search-select"),
    ],
  },
];
