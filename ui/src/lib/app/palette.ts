// Everything that the palette finds: actions, screens, settings, levels, puzzles of the day, and games.
import type { GameKind, GameRow, Settings } from "../bindings";
import { playerName } from "../game/players";
import { startOf } from "../game/placement";
import { i18n, t } from "../i18n/i18n.svelte";
import { isChinese, levelName, levelNumber, levelsOf, say, type Key, type Values } from "../i18n/text";
import { keyOf, type ActionId } from "./actions";
import type { App } from "./app.svelte";
import { GROUPS, type Field } from "./fields";
import { choiceOf, newGameOf, setupOf } from "./new-game";
import { chordText } from "./shortcuts";

/** Something to do. `also` are words that find it, `why` is the reason if it cannot be done now. */
export type PaletteEntry = { name: string; also: string; key: string; why: string | null; run: () => void };

const GAMES: readonly GameKind[] = ["xiangqi", "gomoku", "tictactoe"];

/** The words by which an action is known beside its name. */
const ALSO: { readonly [Id in ActionId]?: Key } = {
  open: "palette.also.open",
  export: "palette.also.export",
  settings: "palette.also.settings",
  analysis: "palette.also.analysis",
  reviewStudy: "palette.also.review",
  review: "palette.also.review",
  fullscreen: "palette.also.fullscreen",
  keys: "palette.also.keys",
  classics: "palette.also.classics",
  lessons: "palette.also.lessons",
  endings: "palette.also.endings",
  library: "palette.also.library",
  puzzles: "palette.also.puzzles",
  engines: "palette.also.engines",
  undo: "palette.also.undo",
  undoEdit: "palette.also.undo",
  resign: "palette.also.resign",
  draw: "palette.also.draw",
  hint: "palette.also.hint",
  puzzleHint: "palette.also.hint",
  flip: "palette.also.flip",
  flipStudy: "palette.also.flip",
  puzzleFlip: "palette.also.flip",
  copyPicture: "palette.also.picture",
};

/** The words by which a setting is known beside its name. */
const FIELD_ALSO: { readonly [K in Field["key"]]?: Key } = {
  language: "palette.also.language",
  theme: "palette.also.theme",
  uiScale: "palette.also.uiScale",
  notation: "palette.also.notation",
  board: "palette.also.boardWood",
  xiangqiSet: "palette.also.pieces",
  stones: "palette.also.pieces",
  coordinates: "palette.also.coordinates",
  legalDots: "palette.also.legalDots",
  animation: "palette.also.animation",
  sound: "palette.also.sound",
  volume: "palette.also.sound",
};

/** The English of a text in another language: "gomoku", "dark" and "level 3" are typed in any, once English is loaded. */
const english = (key: Key, values: Values = {}): string => (i18n.lang === "en" ? "" : say("en", key, values));

/** Texts with their English, as words that find an entry. */
const words = (...keys: Key[]): string => keys.flatMap((key) => [t(key), english(key)]).join(" ");

const entry = (name: string, run: () => void, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  name,
  also: "",
  key: "",
  why: null,
  run,
  ...more,
});

/** The entries for the screen in view; `recent` are the last games of the library. */
export function paletteEntries(app: App, recent: readonly GameRow[]): PaletteEntry[] {
  return [
    ...actionEntries(app),
    ...screenEntries(app),
    ...gameEntries(app, recent),
    ...GROUPS.flatMap(({ title, fields }) =>
      fields.flatMap((field) =>
        fieldEntries(app, field).map((one) => ({ ...one, also: `${one.also} ${words(title)}` })),
      ),
    ),
  ];
}

function actionEntries({ actions, settings }: App): PaletteEntry[] {
  return actions
    .registered()
    .filter(({ id, binding }) => binding === "free" && id !== "palette")
    .map((action) => {
      const also = ALSO[action.id];
      return entry(t(action.label), () => actions.run(action.id), {
        also: `${also ? words(also) : ""} ${english(action.label)}`,
        key: chordText(keyOf(action, settings.keys)),
        why: actions.whyNot(action.id),
      });
    });
}

function screenEntries(app: App): PaletteEntry[] {
  const { flows, navigation, settings } = app;
  const game = settings.lastGame;
  const choice = choiceOf(settings, game);
  const lab = () =>
    flows.showLab({
      setup: game === "gomoku" ? { game, rule: choice.rule, size: choice.size } : { game, rule: "" },
      placement: startOf(game, choice.size),
      sideToMove: "first",
    });
  return [
    entry(t("library.trash.title"), () => void showTrash(app), {
      also: words("palette.also.trash", "library.trash.title"),
    }),
    entry(t("settings.data"), () => navigation.show({ name: "settings" }), {
      also: words("palette.also.data", "settings.data"),
    }),
    entry(t("nav.home"), () => navigation.show({ name: "home" }), {
      also: words("palette.also.home", "nav.home"),
    }),
    entry(t("home.position"), () => void flows.setUp(), {
      also: words("palette.also.position", "home.position"),
    }),
    entry(t("nav.lab"), lab, { also: words("palette.also.lab", "nav.lab") }),
    entry(t("settings.keys.change"), () => navigation.show({ name: "shortcuts" }), {
      also: words("palette.also.keys", "settings.keys.change"),
    }),
    entry(t("nav.howto"), () => navigation.showRules(), { also: words("palette.also.howto", "nav.howto") }),
    ...(["xiangqi", "gomoku"] as const).map((game) =>
      entry(
        t("palette.openings", { game: t(`game.${game}`) }),
        () => navigation.showOpenings(setupOf(game, choiceOf(settings, game))),
        {
          also: `${words("palette.also.openings")} ${english("palette.openings", { game: english(`game.${game}`) })}`,
        },
      ),
    ),
    ...GAMES.map((game) =>
      entry(t("palette.board", { game: t(`game.${game}`) }), () => void flows.showAnalysisBoard(game), {
        also: `${words("palette.also.analysis")} ${english("palette.board", { game: english(`game.${game}`) })}`,
      }),
    ),
  ];
}

async function showTrash(app: App): Promise<void> {
  (await app.openLibrary()).trash = true;
  app.navigation.show({ name: "library" });
}

function gameEntries(app: App, recent: readonly GameRow[]): PaletteEntry[] {
  const { flows, games, preferences } = app;
  const start = (game: GameKind, level: number) =>
    void app.attempt(async () => {
      const choice = { ...choiceOf(preferences.ready, game), opponent: "engine" as const, level };
      const seat = () => (Math.random() < 0.5 ? "first" : "second");
      await games.start(newGameOf(game, choice, "", [], seat));
    });
  const resume = games.unfinished.map((left) =>
    entry(
      t("palette.resume", { game: t(`game.${left.setup.game}`), n: left.plies }),
      () => void games.resume(left.uid),
      { also: words("palette.also.resume") },
    ),
  );
  const none = entry(t("resume.resume"), () => {}, {
    also: words("palette.also.resume"),
    why: t("palette.resume.none"),
  });
  return [
    ...(resume.length > 0 ? resume : [none]),
    ...GAMES.flatMap((game) =>
      levelsOf(game).map((level) => {
        const values = { game: t(`game.${game}.inline`), n: levelNumber(game, level) };
        const name = levelName(i18n.lang, game, level);
        return entry(t("palette.level", { ...values, name }), () => start(game, level), {
          also: `${words("palette.also.level")} ${english("palette.level", {
            game: english(`game.${game}`),
            n: values.n,
            name: levelName("en", game, level),
          })}`,
        });
      }),
    ),
    ...(["xiangqi", "gomoku"] as const).map((game) =>
      entry(t("palette.daily", { game: t(`game.${game}`) }), () => flows.showDailyPuzzle(game), {
        also: english("palette.daily", { game: english(`game.${game}`) }),
      }),
    ),
    ...recent.map((row) => {
      const first = playerName(i18n.lang, row.game, "first", row);
      const second = playerName(i18n.lang, row.game, "second", row);
      return entry(
        t("palette.game", { game: t(`game.${row.game}`), players: t("library.versus", { first, second }) }),
        () => void games.open(row.id),
        { also: words("palette.also.game") },
      );
    }),
  ];
}

/** The values of a range between its ends: every step if they are few. */
function valuesOf({ min, max, step }: Extract<Field, { kind: "range" }>): number[] {
  const jump = (max - min) / step <= 12 ? step : (max - min) / 4;
  return Array.from({ length: Math.floor((max - min) / jump) + 1 }, (_, at) => min + at * jump);
}

function fieldEntries({ preferences, settings }: App, field: Field): PaletteEntry[] {
  const label = t(field.label);
  const known = FIELD_ALSO[field.key];
  const also = `${known ? words(known) : ""} ${english(field.label)}`;
  const change = (value: string | number | boolean) =>
    void preferences.change({ [field.key]: value } as Partial<Settings>);
  if (field.kind === "switch") {
    const isOn = settings[field.key];
    return [
      entry(t(isOn ? "palette.turnOff" : "palette.turnOn", { name: label }), () => change(!isOn), { also }),
    ];
  }
  const one = (value: string | number, name: string, more = "") =>
    entry(`${label}${isChinese(i18n.lang) ? "：" : ": "}${name}`, () => change(value), {
      also: `${also} ${more}`,
      why: settings[field.key] === value ? t("palette.chosen") : null,
    });
  if (field.kind === "range")
    return valuesOf(field).map((value) => one(value, t("settings.percent", { n: value })));
  return field.options.map(({ value, label: name, text }) =>
    one(
      value,
      text ?? t(name ?? field.label),
      `${value === "dark" || value === "light" ? words(`palette.also.${value}`) : ""} ${name ? english(name) : ""}`,
    ),
  );
}
