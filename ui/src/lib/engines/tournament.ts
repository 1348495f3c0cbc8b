// The texts of tournaments, and the values of their lists. Pure.
import type { EngineConfig, TimeControl, TournamentPlan, TournamentProgress } from "../bindings";
import { enumerated, say, type Lang } from "../i18n/text";
import { engineName, stamp } from "./texts";

/** How long or how hard the engines think. */
type TournamentLimit = { control: TimeControl; nodes: number | null };

export const LIMITS: Record<string, TournamentLimit> = {
  "move-100": { control: { kind: "perMove", each: 100 }, nodes: null },
  "move-300": { control: { kind: "perMove", each: 300 }, nodes: null },
  "move-1000": { control: { kind: "perMove", each: 1000 }, nodes: null },
  "move-3000": { control: { kind: "perMove", each: 3000 }, nodes: null },
  "clock-10": { control: { kind: "fischer", main: 10_000, increment: 100 }, nodes: null },
  "clock-60": { control: { kind: "fischer", main: 60_000, increment: 600 }, nodes: null },
  "clock-300": { control: { kind: "fischer", main: 300_000, increment: 3000 }, nodes: null },
  "nodes-60000": { control: { kind: "none" }, nodes: 60_000 },
  "nodes-1000000": { control: { kind: "none" }, nodes: 1_000_000 },
};

export function sayLimit(lang: Lang, { control, nodes }: TournamentLimit): string {
  if (nodes !== null) return say(lang, "tournament.limit.nodes", { n: nodes });
  if (control.kind === "fischer")
    return say(lang, "tournament.limit.clock", { main: control.main / 1000, plus: control.increment / 1000 });
  return say(lang, "tournament.limit.move", { n: control.kind === "perMove" ? control.each / 1000 : 0 });
}

/** The rounds of a Swiss that leave one player without a loss. */
export const swissRounds = (players: number): number => Math.ceil(Math.log2(Math.max(2, players)));

/** "Tournament 11-26 20:05" */
export const tournamentName = (lang: Lang, at: Date): string =>
  say(lang, "tournament.named", { at: stamp(at) });

/** The names of the entrants, in their order. */
export const entrantNames = (
  lang: Lang,
  { setup, entrants }: TournamentPlan,
  externals: readonly EngineConfig[],
): string[] => entrants.map(({ player }) => engineName(lang, setup.game, player, externals));

/** "1–0" */
export const score = (halfPoints: number): string => ["0–1", "½–½", "1–0"][halfPoints] ?? "";

/** "Round 2: A – B, 1–0" */
export function sayGame(
  lang: Lang,
  { round, players, halfPoints }: TournamentProgress["games"][number],
  names: readonly string[],
): string {
  const [first = "", second = ""] = players.map((player) => names[player]);
  return say(lang, "tournament.game", { round, first, second, result: score(halfPoints) });
}

/** Who leads, or who has won: all who share the first place. */
export function sayLead(
  lang: Lang,
  { table, games }: Pick<TournamentProgress, "table" | "games">,
  names: readonly string[],
  isOver: boolean,
): string {
  const best = table.filter(({ place }) => place === 1);
  const [first] = best;
  if (!first) return "";
  const values = {
    names: enumerated(
      lang,
      best.map(({ player }) => names[player] ?? ""),
    ),
    points: first.halfPoints / 2,
    n: games.length,
  };
  if (!isOver) return say(lang, "tournament.leads", values);
  return say(lang, best.length > 1 ? "tournament.shared" : "tournament.won", values);
}
