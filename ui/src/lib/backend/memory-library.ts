// The queries of the test backend: filters, facets and explorer.
import type {
  Diagram,
  ExploredPosition,
  ExploredMove,
  ValueCount,
  Facets,
  LibraryPage,
  Query,
  GameRow,
} from "../bindings";
import type { Filed } from "./memory-study";

/** The value of a game in each facet. */
const SAYS = {
  game: (row: GameRow) => [row.game],
  rule: (row: GameRow) => [row.rule],
  result: (row: GameRow) => [row.result],
  level: (row: GameRow) =>
    [row.first, row.second].flatMap((player) => (player.kind === "engine" ? [player.level] : [])),
  opening: (row: GameRow) => (row.opening === null ? [] : [row.opening]),
  tag: (row: GameRow) => row.tags,
  date: (row: GameRow) => {
    const { date } = row;
    return date === ""
      ? []
      : [date.slice(0, 4), ...(date.length > 4 ? [date.slice(0, 7).replace(".", "-")] : [])];
  },
} satisfies Record<string, (row: GameRow) => (string | number)[]>;
type Name = keyof typeof SAYS;
const NAMES = Object.keys(SAYS) as Name[];

const says = (name: Name, row: GameRow) => SAYS[name](row) as (string | number)[];

const matches = (row: GameRow, query: Query, name: Name) => {
  const wanted = query[name];
  return wanted == null || says(name, row).includes(wanted);
};

const hasWords = (row: GameRow, { text }: Query) => {
  const all = JSON.stringify(row).toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};

const nameOf = ({ first }: GameRow) => (first.kind === "engine" ? "" : first.name);

const ORDERS = {
  newest: (one, other) =>
    other.date.localeCompare(one.date) || other.startedAtMs - one.startedAtMs || other.id - one.id,
  oldest: (one, other) =>
    one.date.localeCompare(other.date) || one.startedAtMs - other.startedAtMs || one.id - other.id,
  added: (one, other) => other.id - one.id,
  longest: (one, other) => other.plies - one.plies || other.id - one.id,
  players: (one, other) => nameOf(one).localeCompare(nameOf(other)) || one.id - other.id,
} satisfies Record<string, (one: GameRow, other: GameRow) => number>;

export function listed(games: GameRow[], query: Query): LibraryPage {
  const found = games.filter(
    (row) => hasWords(row, query) && NAMES.every((name) => matches(row, query, name)),
  );
  const rows = found.sort(ORDERS[query.sort ?? "newest"]).slice(query.offset, query.offset + query.limit);
  return { rows, total: found.length, unindexed: 0, corrected: 0 };
}

export function counted(games: GameRow[], query: Query): Facets {
  const count = (name: Name): ValueCount[] => {
    const counts = new Map<string, number>();
    const others = NAMES.filter((other) => other !== name);
    for (const row of games.filter(
      (row) => hasWords(row, query) && others.every((other) => matches(row, query, other)),
    ))
      for (const value of says(name, row).map(String))
        // The months of a year are listed once the year is chosen.
        if (name !== "date" || value.length === 4 || query.date?.slice(0, 4) === value.slice(0, 4))
          counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].map(([value, games]) => ({ value, games }));
  };
  const [game, rule, result, level, opening, tag, date] = NAMES.map(count) as [
    ValueCount[],
    ValueCount[],
    ValueCount[],
    ValueCount[],
    ValueCount[],
    ValueCount[],
    ValueCount[],
  ];
  return { game, rule, result, level, opening, tag, date, unindexed: 0 };
}

const gamesOf = ({ first, draws, second, unfinished }: ExploredMove) => first + draws + second + unfinished;

export function explored(games: Filed[], position: Diagram): ExploredPosition {
  const moves = new Map<string, ExploredMove>();
  for (const { summary, script, plies } of games) {
    const at = script.positions.findIndex((each) => each.placement === position.placement);
    const row = at < 0 || at >= plies ? null : script.rows[at];
    if (!row || summary.game !== position.setup.game) continue;
    const none = { row, alike: [row.uci], first: 0, draws: 0, second: 0, unfinished: 0 };
    const move = moves.get(row.uci) ?? none;
    const end = summary.winner ?? (summary.result === "*" ? "unfinished" : "draws");
    moves.set(row.uci, { ...move, [end]: move[end] + 1 });
  }
  return { moves: [...moves.values()].sort((one, other) => gamesOf(other) - gamesOf(one)), unindexed: 0 };
}
