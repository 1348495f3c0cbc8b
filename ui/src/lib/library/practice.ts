// What a person should practise next, by the faults that reviews have found.
import type { FaultCounts } from "../bindings";

export type Practice = {
  /** The reason: what most faults have in common. */
  why: "none" | "few" | "wins" | "threats" | "opening" | "middle" | "ending" | "fine";
  screen: "library" | "puzzles" | "endings" | "repertoires";
};

/** Fewer reviewed games say little. */
const GAMES_MIN = 3;

/** Returns the weakness with the largest share of the faults. A phase needs half of them: most moves are in the middle. */
export function practiceOf(faults: FaultCounts, reviewed: number): Practice {
  if (reviewed === 0) return { why: "none", screen: "library" };
  if (reviewed < GAMES_MIN) return { why: "few", screen: "library" };
  const all = faults.inaccuracies + faults.mistakes + faults.blunders;
  if (all < reviewed) return { why: "fine", screen: "puzzles" };
  const { missedWins, allowedWins, opening, middle, ending } = faults;
  // A forced win decides a game: a quarter of all faults is much.
  if (missedWins * 4 >= all && missedWins >= allowedWins) return { why: "wins", screen: "puzzles" };
  if (allowedWins * 4 >= all) return { why: "threats", screen: "puzzles" };
  if (opening * 2 >= all) return { why: "opening", screen: "repertoires" };
  if (ending * 2 >= all || ending > middle) return { why: "ending", screen: "endings" };
  return { why: "middle", screen: "puzzles" };
}
