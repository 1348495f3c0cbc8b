// The reason of a refused move: points for the board, and a text that names the obstacle.
import type { Obstacle, Refusal } from "../bindings";
import { isChinese, say, sayCode, type Lang } from "../i18n/text";
import { pieceName, type Notation } from "./notation";
import { isCoordinate } from "./points";

export type { Refusal };

/** The refusal with all obstacles among its points, so that the board shows them. */
export function refusalOf(error: Refusal): Refusal {
  const all = [...error.points, ...error.obstacles.flatMap(({ points }) => points)];
  return { ...error, points: [...new Set(all)].filter((point) => point !== error.at) };
}

/** "蹩马腿：七路相挡住。"; null if no obstacle explains the code. */
export function sayObstacles(
  lang: Lang,
  code: string,
  obstacles: readonly Obstacle[],
  notation?: Notation,
): string | null {
  const [one, other] = obstacles;
  if (!one) return null;
  if (one.piece === null) {
    const named = (points: readonly string[]) => points.map((point) => point.toUpperCase()).join(" ");
    const rows = obstacles.map(({ points }) => named(points)).join(say(lang, "obstacle.between"));
    const why = sayCode(lang, "code.", code, "");
    return why && say(lang, "obstacle.rows", { why, rows });
  }
  const byFile = notation ? !isCoordinate(notation) : isChinese(lang);
  const men = { man: named(lang, one, byFile), man2: other ? named(lang, other, byFile) : "" };
  return sayCode(lang, "obstacle.", code, "", men) || null;
}

/** "elephant on file 7", 七路相; by coordinates "elephant on c0". */
function named(lang: Lang, { piece, points, file }: Obstacle, byFile: boolean): string {
  const [name, at] = [pieceName(lang, piece ?? ""), points[0] ?? ""];
  if (byFile && isChinese(lang)) return `${fileName(at, file ?? 0)}${name}`;
  return say(lang, "obstacle.man", {
    piece: name,
    at: byFile && file !== null ? say(lang, "obstacle.file", { file }) : at,
  });
}

const NUMERALS = "一二三四五六七八九";

/** A file in Chinese: 七路 for Red, 7路 for Black, 中路 for both. Each side counts from its right. */
function fileName(square: string, file: number): string {
  if (file === 5) return "中路";
  const fromRight = 9 - (square.charCodeAt(0) - "a".charCodeAt(0));
  return `${fromRight === file ? NUMERALS[file - 1] : file}路`;
}
