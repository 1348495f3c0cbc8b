// What to practise after a lost game: the puzzles about what decided it.
import type { Lesson, PuzzleTheme } from "../bindings";

/** The wins by fours by length; longer ones share a theme. */
const LENGTHS: Record<number, PuzzleTheme> = { 2: "vcf2", 3: "vcf3", 4: "vcf4", 5: "vcf5" };

/** The theme of the puzzles about what decided a game; null where there are none of that kind. */
export function practiceOf({ mate, fact }: Lesson): PuzzleTheme | null {
  if (mate) return mate;
  const { what } = fact.threat;
  switch (what.kind) {
    case "mate":
      return what.pattern ?? "otherMate";
    case "five":
    case "openThree":
      return "fourThree";
    case "vcf":
      if (what.foul) return "foulTrap";
      if (what.shape && what.shape !== "doubleThree") return what.shape;
      return LENGTHS[Math.max(2, what.moves)] ?? "longVcf";
    case "vct":
      return "vct";
    case "fork":
    case "pin":
    case "discovery":
      return what.kind;
    default:
      return null;
  }
}
