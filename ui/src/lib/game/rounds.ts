// The numbers of moves in Xiangqi.

/** The round of the move with number `ply`, from 1. `secondBegins`: the second side makes the first move. */
export const roundOf = (ply: number, secondBegins: boolean): number =>
  Math.ceil((ply + (secondBegins ? 1 : 0)) / 2);
