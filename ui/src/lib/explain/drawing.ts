// The drawing of threats. Each kind has its own shape, each side its own dash, so colour is not the only difference.
import type { Threat } from "../bindings";

/** A line through points, an arrow, or a sign at a point. */
type Stroke =
  | { kind: "arrow"; from: string; to: string; weight: "heavy" | "light" }
  | { kind: "row"; at: string | null; points: readonly string[] }
  | { kind: "sign"; at: string; sign: Sign; text: string };

/** Diamond: taken or a five; star: mate; bar: pinned; triangle: a shape to make; disc: a win, with its moves; ring: where a straight four is made; cross: forbidden. */
export type Sign = "diamond" | "star" | "bar" | "triangle" | "disc" | "cross" | "ring";

/** The shapes of one threat, from bottom to top. */
export function strokesOf({ what, line }: Threat): Stroke[] {
  const { from, to } = line[0] ?? { from: null, to: "" };
  const sign = (at: string, sign: Sign, text = ""): Stroke => ({ kind: "sign", at, sign, text });
  const arrow = (from: string, to: string, weight: "heavy" | "light" = "light"): Stroke => ({
    kind: "arrow",
    from,
    to,
    weight,
  });
  switch (what.kind) {
    case "mate":
      return [arrow(from ?? "", to, "heavy"), sign(to, "star", String(what.moves))];
    case "capture":
      return [arrow(what.taker.at, what.taken.at), sign(what.taken.at, "diamond")];
    case "fork":
      return what.targets.map((target) => arrow(what.by.at, target.at));
    case "discovery":
    case "screen":
      return [arrow(what.by.at, what.target.at), sign(what.target.at, "diamond")];
    case "pin":
      return [
        { kind: "row", at: what.by.at, points: [what.pinned.at, what.behind.at] },
        sign(what.pinned.at, "bar"),
      ];
    case "check":
      return [arrow(from ?? "", to)];
    case "five":
      return [{ kind: "row", at: to, points: what.row }, sign(to, "diamond")];
    case "vcf":
    case "vct":
      return [sign(to, "disc", String(what.moves))];
    case "openThree":
      return [{ kind: "row", at: null, points: what.row }, ...what.fours.map((four) => sign(four, "ring"))];
    case "shape":
      return [
        ...what.rows.map((row): Stroke => ({ kind: "row", at: to, points: row })),
        sign(to, "triangle"),
      ];
    case "apart":
      return [];
    case "forbidden":
      return [
        ...what.rows.map((row): Stroke => ({ kind: "row", at: what.at, points: row })),
        sign(what.at, "cross"),
      ];
  }
}
