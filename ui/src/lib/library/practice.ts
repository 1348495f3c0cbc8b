// What a person should practise next, by the faults that reviews have found.
import type { FaultCounts } from "../bindings";

export type Practice = {
  /** The reason: what most faults have in common. */
  why: "none" | "few" | "wins" | "threats" | "opening" | "middle" | "ending" | "fine";
  screen: "library" | "puzzles" | "endings" | "repertoires";
};

/** Fewer reviewed games say little. */
const GAMES_MIN = 3;

/** Returns the most important weakness: forced wins that make up a quarter of the faults, else the phase with the most. */
export function practiceOf(faults: FaultCounts, reviewed: number): Practice {
  if (reviewed === 0) return { why: "none", screen: "library" };
  if (reviewed < GAMES_MIN) return { why: "few", screen: "library" };
  const all = faults.inaccuracies + faults.mistakes + faults.blunders;
  if (all < reviewed) return { why: "fine", screen: "puzzles" };
  const { missedWins, allowedWins, opening, middle, ending } = faults;
  // A forced win decides a game: a quarter of all faults is much.
  if (missedWins * 4 >= all && missedWins >= allowedWins) return { why: "wins", screen: "puzzles" };
  if (allowedWins * 4 >= all) return { why: "threats", screen: "puzzles" };
  if (opening > Math.max(middle, ending)) return { why: "opening", screen: "repertoires" };
  if (ending > Math.max(opening, middle)) return { why: "ending", screen: "endings" };
  return { why: "middle", screen: "puzzles" };
}
