// The table of screens: name, loader, and needs of the frame. A screen takes the rest from `useApp`.
import type { Component } from "svelte";
import type { App } from "../lib/app/app.svelte";
import type { Screen } from "../lib/app/navigation.svelte";
import { i18n } from "../lib/i18n/i18n.svelte";
import { loadArea, loadAreas, type Key } from "../lib/i18n/text";
import Home from "./Home.svelte";

type View = Component<Record<string, never>>;

type ScreenEntry = {
  title: Key;
  /** The rail's entry that is current on this screen. */
  rail: Exclude<
    Screen["name"],
    "classics" | "editor" | "endings" | "lab" | "lessons" | "repertoires" | "shortcuts"
  >;
  /** A place for messages that covers no board and nothing important. */
  toasts: "foot" | "panel" | "list-top" | "list-foot";
  /** The component, loaded with its controllers. */
  load: (app: App) => Promise<View>;
  /** The component of a screen in the first chunk. */
  view?: View;
  /** The screen is mounted anew when this changes. */
  key?: (app: App, screen: Screen) => unknown;
  /** What is in view, where the screen stays mounted; `key` where it does not. */
  content?: (app: App) => unknown;
};

export const SCREENS: Record<Screen["name"], ScreenEntry> = {
  home: {
    title: "nav.home",
    rail: "home",
    toasts: "foot",
    load: () => Promise.resolve(Home),
    view: Home,
  },
  play: {
    title: "nav.play",
    rail: "play",
    toasts: "list-top",
    load: () =>
      component(
        import("./Play.svelte"),
        loadAreas(["analysis", "coach", "handicap", "repetition", "threats", "training"], i18n.lang),
      ),
  },
  library: {
    title: "nav.library",
    rail: "library",
    toasts: "foot",
    load: (app) =>
      component(
        import("./Library.svelte"),
        app.openLibrary(),
        loadAreas(["analysis", "errors", "export", "table"], i18n.lang),
      ),
  },
  study: {
    title: "nav.study",
    rail: "study",
    toasts: "list-foot",
    load: (app) =>
      component(
        import("./Study.svelte"),
        app.openAnalysis(),
        app.openReview(),
        app.openBooks(),
        loadAreas(["analysis", "books", "notes", "repetition", "review", "threats"], i18n.lang),
      ),
    key: (app) => app.study.opened,
  },
  editor: {
    title: "editor.title",
    rail: "study",
    toasts: "panel",
    load: () => component(import("./PositionEditor.svelte"), loadAreas(["editor", "table"], i18n.lang)),
    key: (_, screen) => (screen.name === "editor" ? screen.draft : null),
  },
  lab: {
    title: "nav.lab",
    rail: "study",
    toasts: "panel",
    load: (app) => component(import("./Lab.svelte"), app.openLab(), loadArea("analysis", i18n.lang)),
    key: (_, screen) => (screen.name === "lab" ? screen.position : null),
  },
  puzzles: {
    title: "nav.puzzles",
    rail: "puzzles",
    toasts: "list-foot",
    load: () =>
      component(import("./Puzzles.svelte"), loadAreas(["analysis", "threats", "training"], i18n.lang)),
    content: (app) => app.puzzles.puzzle !== null,
  },
  lessons: {
    title: "nav.lessons",
    rail: "home",
    toasts: "list-foot",
    load: (app) =>
      component(
        import("./Lessons.svelte"),
        app.openLessons(),
        loadAreas(["analysis", "repetition", "threats"], i18n.lang),
      ),
    content: (app) => app.lessons.lesson !== null,
  },
  classics: {
    title: "nav.classics",
    rail: "puzzles",
    toasts: "foot",
    load: (app) =>
      component(
        import("./Classics.svelte"),
        app.openClassics(),
        loadAreas(["analysis", "threats", "training"], i18n.lang),
      ),
  },
  endings: {
    title: "nav.endings",
    rail: "home",
    toasts: "list-foot",
    load: (app) =>
      component(import("./Endings.svelte"), app.openEndings(), loadAreas(["analysis", "threats"], i18n.lang)),
    content: (app) => app.endings.ending !== null,
  },
  repertoires: {
    title: "repertoires.title",
    rail: "home",
    toasts: "list-foot",
    load: (app) =>
      component(
        import("./Repertoires.svelte"),
        app.openRepertoires(),
        loadAreas(["analysis", "threats"], i18n.lang),
      ),
    content: (app) => app.repertoires.drill !== null,
  },
  class: {
    title: "nav.class",
    rail: "class",
    toasts: "foot",
    load: (app) =>
      component(
        import("./Class.svelte"),
        app.openTables(),
        loadAreas(["analysis", "repetition", "threats"], i18n.lang),
      ),
  },
  engines: {
    title: "nav.engines",
    rail: "engines",
    toasts: "foot",
    load: (app) =>
      component(
        import("./Engines.svelte"),
        app.openEngineTools(),
        app.openTournaments(),
        loadAreas(["engines", "errors", "settings"], i18n.lang),
      ),
  },
  settings: {
    title: "nav.settings",
    rail: "settings",
    toasts: "foot",
    load: (app) =>
      component(
        import("./Settings.svelte"),
        app.openLibrary(),
        namesOfKeys(),
        loadAreas(["engines", "errors"], i18n.lang),
      ),
  },
  shortcuts: {
    title: "settings.keys",
    rail: "settings",
    toasts: "foot",
    load: () => component(import("./Shortcuts.svelte"), namesOfKeys()),
  },
};

/** The texts of a screen that lists the actions: their names are in several areas. */
const namesOfKeys = () => loadAreas(["keys", "repetition", "review", "settings"], i18n.lang);

async function component(module: Promise<{ default: View }>, ...opened: Promise<unknown>[]): Promise<View> {
  const [loaded] = await Promise.all([module, ...opened]);
  return loaded.default;
}
