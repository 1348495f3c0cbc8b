// The announcements (live regions) and sounds of a game's events. Pure, so that a test can read a whole game.
import type {
  DeskEvent,
  GameKind,
  MoveRow,
  Obstacle,
  Outcome,
  Ruled,
  Settings,
  Side,
  CurrentGame,
  SoundName,
  Update,
} from "../bindings";
import type { Announcement } from "../aloud/announcer.svelte";
import { isChinese, joined, say, sayCode, sideName, type Lang } from "../i18n/text";
import { pieceName, pieceOf, spoken, type Notation } from "./notation";
import { sayDecided, sayTask } from "./opening";
import { humanSide, other } from "./reduce";
import { sayObstacles } from "./refusal";
import { sayRuling, sayWarnings } from "./repetition";

export type Voice = { lang: Lang; notation: Notation; announce: Settings["announce"] };
export const voiceOf = (lang: Lang, { notation, announce }: Settings): Voice => ({
  lang,
  notation,
  announce,
});
export type { Announcement };

/** "Black: horse eight to seven. Check." / "黑马８进７，将军。" With `full` it also names the captured piece. */
export function sayMove(row: MoveRow, game: GameKind, voice: Voice): string {
  const { lang, notation, announce } = voice;
  const move = spoken(row, game, lang, notation);
  const taken = row.capture && announce === "full" ? pieceName(lang, row.capture) : null;
  if (!isChinese(lang)) {
    const parts = [say(lang, "say.move", { side: sideName(lang, game, row.side), move })];
    if (taken) parts.push(say(lang, "say.takes", { piece: taken }));
    if (row.check) parts.push(say(lang, "say.check"));
    return parts.join(" ");
  }
  const who = sideName(lang, game, row.side).slice(0, 1);
  const parts = [game === "xiangqi" ? `${who}${move}` : `${who}：${move}`];
  if (taken) parts.push(say(lang, "say.takes", { piece: taken }));
  if (row.check) parts.push(say(lang, "say.check"));
  // One sentence: commas join the parts, and only the last full stop stays.
  return `${parts.map((part) => part.replace(/。$/, "")).join("，")}。`;
}

/** "Red wins", "和棋", …; for the person who played, "You won". */
export function sayResult(lang: Lang, game: GameKind, outcome: Outcome, mine: Side | null = null): string {
  if (outcome.winner && mine) return say(lang, outcome.winner === mine ? "end.youWon" : "end.youLost");
  if (outcome.winner) return say(lang, "end.won", { side: sideName(lang, game, outcome.winner) });
  return say(lang, outcome.reason === "abandoned" ? "end.abandoned" : "end.drawn");
}

/** The reason of the end, as a sentence; for a repetition, its ruling. */
export function sayReason(lang: Lang, game: GameKind, outcome: Outcome, ruled: Ruled | null = null): string {
  if (ruled) return sayRuling(lang, ruled);
  const winner = outcome.winner ?? "first";
  return sayCode(lang, "reason.", outcome.reason, outcome.reason, {
    winner: sideName(lang, game, winner),
    loser: sideName(lang, game, other(winner)),
  });
}

/** The refusals that name a point of an opening. */
const OPENING_POINTS: readonly string[] = ["too-far", "same-fifth", "not-offered"];

/**
 * A refusal or an error as a sentence, with the obstacle if there is one, its place as `notation` names points. An
 * unknown code keeps its English message.
 */
export function sayError(
  lang: Lang,
  error: {
    code: string;
    message: string;
    at?: string | null;
    games?: number;
    lost?: number;
    obstacles?: readonly Obstacle[];
  },
  notation?: Notation,
): string {
  const named = sayObstacles(lang, error.code, error.obstacles ?? [], notation);
  if (named) return named;
  // The board writes the points of an opening in capitals.
  const isPoint = OPENING_POINTS.includes(error.code);
  const letter = error.code === "too-many" && error.at;
  const at = isPoint ? error.at?.toUpperCase() : letter ? pieceOf(lang, letter) : error.at;
  const values = { at: at ?? say(lang, "trouble.place"), n: error.games ?? 0, lost: error.lost ?? 0 };
  return sayCode(lang, "code.", error.code, error.message || say(lang, "trouble.unknown"), values);
}

/** The announcements of one update, in order. */
export function announcements(update: Update, voice: Voice): Announcement[] {
  const { game: snapshot, events } = update;
  const firstUndone = events.findIndex(({ kind }) => kind === "undone");
  const said = events.flatMap((event, index) => {
    // A take-back of two plies has two events, and is one action of the person.
    if (event.kind === "undone" && index !== firstUndone) return [];
    const text = sayEvent(event, snapshot, voice);
    return text ? [{ text, urgent: event.kind === "ended" }] : [];
  });
  // A warning before a move that loses by repetition is urgent: it interrupts.
  const stands = events.some(({ kind }) => kind === "moved" || kind === "undone" || kind === "resumed");
  const warned = stands ? sayWarnings(snapshot, voice.lang, voice.notation) : [];
  if (warned.length > 0)
    said.push({ text: join(voice.lang, ...warned.map(({ sentence }) => sentence)), urgent: true });
  // Several decisions can come at once, followed by the next pending one: one announcement, so that none is lost.
  const opens = snapshot.deciding !== null || events.some((event) => event.kind === "openingOver");
  if (!opens || said.some(({ urgent }) => urgent)) return said;
  const asks = events.some((event) => event.kind !== "thinking" && event.kind !== "trouble");
  const task = asks ? sayTask(voice.lang, snapshot) : null;
  const text = join(voice.lang, ...said.map((one) => one.text), ...(task ? [task] : []));
  return text ? [{ text, urgent: false }] : [];
}

function sayEvent(event: DeskEvent, snapshot: CurrentGame, voice: Voice): string | null {
  const { lang } = voice;
  const { game } = snapshot.setup;
  switch (event.kind) {
    case "started":
    case "resumed":
      return say(lang, event.kind === "started" ? "say.started" : "say.resumed", {
        game: say(lang, `game.${game}`),
        side: sideName(lang, game, snapshot.board.sideToMove),
      });
    case "moved": {
      const text = sayMove(event.row, game, voice);
      const mine =
        voice.announce === "full" &&
        snapshot.board.outcome === null &&
        humanSide(snapshot) === other(event.row.side);
      return mine ? join(lang, text, say(lang, "say.yourTurn")) : text;
    }
    case "decided":
      return sayDecided(lang, event.by, event.choice, snapshot);
    case "openingOver": {
      const mine = humanSide(snapshot);
      const side = sideName(lang, game, mine ?? snapshot.board.sideToMove);
      return say(lang, mine ? "say.openingOver.mine" : "say.openingOver", { side });
    }
    case "paused":
      return say(lang, "play.paused");
    case "wentOn":
      return say(lang, "play.wentOn");
    case "undone":
      return say(lang, "play.undone");
    case "drawOffered":
      return say(lang, "play.drawOffered", { side: sideName(lang, game, event.by) });
    case "drawDeclined":
      return say(lang, "play.drawDeclined", { side: sideName(lang, game, event.by) });
    case "ended":
      return join(
        lang,
        `${sayResult(lang, game, event.outcome, humanSide(snapshot))}${isChinese(lang) ? "。" : "."}`,
        sayReason(lang, game, event.outcome, snapshot.ruled),
      );
    // An error becomes a message, and every message is announced.
    case "trouble":
    case "thinking":
    case "hint":
    case "evaluated":
    case "saved":
      return null;
  }
}

/** The sound of one update: that of its most important event, so that two sounds never overlap. */
export function soundOf(update: Update): SoundName | null {
  const kinds = update.events.map((event) => event.kind);
  if (kinds.includes("ended")) return "end";
  const moved = update.events.findLast((event) => event.kind === "moved");
  if (!moved) return kinds.includes("decided") ? "select" : null;
  return soundOfMove(moved.row, update.game.setup.game);
}

export function soundOfMove({ check, capture }: MoveRow, game: GameKind): SoundName {
  if (check) return "check";
  if (game !== "xiangqi") return "stone";
  return capture ? "capture" : "place";
}

const join = (lang: Lang, ...parts: string[]) => joined(lang, parts);
