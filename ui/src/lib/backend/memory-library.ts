// The queries of the test backend: filters, facets and explorer.
import type {
  Diagram,
  ExploredPosition,
  ExploredMove,
  ValueCount,
  Facets,
  LibraryPage,
  Query,
  QueryFault,
  GameOrder,
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
  player: (row: GameRow) =>
    [...new Set([nameOf(row), nameOf({ first: row.second })])].filter((name) => name !== ""),
  event: (row: GameRow) => (row.event === "" ? [] : [row.event]),
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

function nameOf({ first }: Pick<GameRow, "first">): string {
  return first.kind === "engine" ? "" : first.name;
}

const text = (of: (row: GameRow) => string) => (one: GameRow, other: GameRow) =>
  of(one).localeCompare(of(other)) || one.id - other.id;
const number = (of: (row: GameRow) => number) => (one: GameRow, other: GameRow) =>
  of(other) - of(one) || other.id - one.id;

const ORDERS: Record<GameOrder, (one: GameRow, other: GameRow) => number> = {
  date: (one, other) =>
    other.date.localeCompare(one.date) || other.startedAtMs - one.startedAtMs || other.id - one.id,
  added: number((row) => row.id),
  plies: number((row) => row.plies),
  players: text(nameOf),
  first: text(nameOf),
  second: text((row) => nameOf({ first: row.second })),
  event: text((row) => row.event),
  round: text((row) => row.round),
  result: text((row) => row.result),
  opening: text((row) => row.opening ?? ""),
  rule: text((row) => row.rule),
  tags: text((row) => row.tags[0] ?? ""),
  accuracy: number(({ accuracy: { first, second } }) => (first ?? 0) + (second ?? 0)),
};

/** All games of a query, in its order. */
export function sorted(games: GameRow[], query: Query): GameRow[] {
  const found = games.filter(
    (row) => hasWords(row, query) && NAMES.every((name) => matches(row, query, name)),
  );
  const order = ORDERS[query.sort ?? "date"];
  return found.sort((one, other) => (query.reversed ? order(other, one) : order(one, other)));
}

/** The test backend knows one field, whose value is a number. */
const faultsOf = ({ text }: Query): QueryFault[] =>
  text
    .split(/\s+/)
    .filter((word) => /^year:\D/.test(word))
    .map((word) => ({ word, kind: "year" }));

export function listed(games: GameRow[], query: Query): LibraryPage {
  const found = sorted(games, query);
  // Each part of a position comes after the second move.
  const rows = found
    .slice(query.offset, query.offset + query.limit)
    .map((row) => (query.part ? { ...row, atPly: 2 } : row));
  return { rows, total: found.length, unindexed: 0, corrected: 0, faults: faultsOf(query) };
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
  const [game, rule, result, level, opening, tag, player, event, date] = NAMES.map(count) as [
    ValueCount[],
    ValueCount[],
    ValueCount[],
    ValueCount[],
    ValueCount[],
    ValueCount[],
    ValueCount[],
    ValueCount[],
    ValueCount[],
  ];
  return { game, rule, result, level, opening, tag, date, player, event, unindexed: 0 };
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
