// What to practise after a lost game: the puzzles about what decided it.
import type { Lesson, PuzzleTheme } from "../bindings";

/** The longest win by fours that its puzzles do not call long. */
const MIDDLE_MAX = 5;

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
      if (what.shape === "fourThree") return "fourThree";
      if (what.shape === "doubleFour" || what.shape === "straightFour") return "doubleFour";
      return what.moves <= MIDDLE_MAX ? "vcf" : "longVcf";
    case "vct":
      return "vct";
    default:
      return null;
  }
}
