import { expect, test } from "vitest";
import { practiceOf } from "./practice";

const none = {
  ...{ inaccuracies: 0, mistakes: 0, blunders: 0, missedWins: 0, allowedWins: 0 },
  ...{ opening: 0, middle: 0, ending: 0 },
};
const of = (changes: Partial<typeof none>, reviewed = 10) =>
  practiceOf({ ...none, ...changes }, reviewed).why;

test("the largest weakness is practised, and without reviews nothing is claimed", () => {
  expect(of({}, 0)).toBe("none");
  expect(of({ blunders: 9, opening: 9 }, 2)).toBe("few");
  expect(of({ mistakes: 4, middle: 4 })).toBe("fine");
  expect(of({ blunders: 20, missedWins: 6, middle: 20 })).toBe("wins");
  expect(of({ blunders: 20, missedWins: 5, allowedWins: 6, middle: 20 })).toBe("threats");
  expect(of({ mistakes: 20, opening: 11, middle: 9 })).toBe("opening");
  expect(of({ mistakes: 20, opening: 9, middle: 6, ending: 5 })).toBe("opening");
  expect(of({ mistakes: 20, opening: 9, middle: 3, ending: 8 })).toBe("opening");
  expect(of({ mistakes: 20, opening: 2, middle: 8, ending: 10 })).toBe("ending");
  expect(of({ mistakes: 20, opening: 2, middle: 14, ending: 4 })).toBe("middle");
  // A tie says nothing: most moves are in the middlegame.
  expect(of({ mistakes: 20, opening: 10, middle: 10 })).toBe("middle");
  expect(of({ mistakes: 20, opening: 8, middle: 4, ending: 8 })).toBe("middle");
  expect(practiceOf({ ...none, mistakes: 20, ending: 20 }, 10).screen).toBe("endings");
});
