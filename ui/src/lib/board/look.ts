// The settings that a board takes.
import type { Settings } from "../bindings";
import type { BoardLook } from "./props";

export function lookOf(settings: Settings): BoardLook {
  const {
    xiangqiSet,
    board,
    stones,
    coordinates,
    legalDots,
    animation,
    riverFacing,
    rotateOpponent,
    forbiddenMarks,
    confirmPlace,
  } = settings;
  return {
    set: xiangqiSet,
    board,
    stones,
    coordinates,
    legalDots,
    animation,
    riverFacing,
    rotateOpponent,
    forbiddenMarks,
    confirmPlace,
  };
}
