// The numerals of Red's files. The first screen shows none, so they are loaded with a whole board.
import kai from "../../../../data/board/kai-numerals.txt?raw";
import { centred, readOutlines } from "./outlines";

/** From file one. */
export const NUMERALS = Object.values(readOutlines(kai));

/** The outline of `file`, 1 to 9, around the origin, at `em` cells to the em. */
export const numeral = (file: number, em: number) => centred(NUMERALS[file - 1]!, em);
