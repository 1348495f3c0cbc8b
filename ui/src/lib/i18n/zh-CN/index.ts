// The same file in every language. The texts of the window are one chunk of the page, and each of `later` is its own.
import app from "./app.json";
import board from "./board.json";
import glossary from "./glossary.json";
import home from "./home.json";
import library from "./library.json";
import opening from "./opening.json";
import play from "./play.json";
import puzzles from "./puzzles.json";
import records from "./records.json";
import rules from "./rules.json";
import say from "./say.json";
import study from "./study.json";

export default {
  ...app,
  ...board,
  ...glossary,
  ...home,
  ...library,
  ...opening,
  ...play,
  ...puzzles,
  ...records,
  ...rules,
  ...say,
  ...study,
};

export const later = {
  analysis: () => import("./analysis.json"),
  books: () => import("./books.json"),
  class: () => import("./class.json"),
  classics: () => import("./classics.json"),
  coach: () => import("./coach.json"),
  editor: () => import("./editor.json"),
  endings: () => import("./endings.json"),
  engines: () => import("./engines.json"),
  errors: () => import("./errors.json"),
  export: () => import("./export.json"),
  handicap: () => import("./handicap.json"),
  howto: () => import("./howto.json"),
  keys: () => import("./keys.json"),
  lab: () => import("./lab.json"),
  lessons: () => import("./lessons.json"),
  network: () => import("./network.json"),
  notes: () => import("./notes.json"),
  palette: () => import("./palette.json"),
  repertoires: () => import("./repertoires.json"),
  repetition: () => import("./repetition.json"),
  review: () => import("./review.json"),
  search: () => import("./search.json"),
  settings: () => import("./settings.json"),
  table: () => import("./table.json"),
  threats: () => import("./threats.json"),
  training: () => import("./training.json"),
};
