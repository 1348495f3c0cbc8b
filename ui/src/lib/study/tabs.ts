// The names of open studies.
import type { OpenedStudy, StudyTab } from "../bindings";
import { playerName } from "../game/players";
import { say, type Lang } from "../i18n/text";

/** The name of an open study: its event, its players, or its game. */
export function nameOfTab(lang: Lang, { game, event, first, second }: StudyTab): string {
  if (event) return event;
  const isNamed = [first, second].some((player) => player.kind !== "human" || player.name !== "");
  if (!isNamed) return say(lang, `game.${game}`);
  const players = { first, second };
  return `${playerName(lang, game, "first", players)} – ${playerName(lang, game, "second", players)}`;
}

/** An open study as it is now in the list of tabs, which may be older. */
export function tabOf(study: Pick<OpenedStudy, "row" | "header" | "setup" | "unsaved">): StudyTab {
  const { row, header, setup, unsaved } = study;
  const { id, first, second } = row;
  return { id, game: setup.game, event: header.event, first, second, isUnsaved: unsaved !== null };
}

export const nameOfStudy = (lang: Lang, study: Parameters<typeof tabOf>[0]): string =>
  nameOfTab(lang, tabOf(study));
