// Clocks between snapshots: core's values are authoritative; the running clock is counted down locally from their
// arrival.
import type { TimeControl, Clocks, Side } from "../bindings";

/** The display of a clock: the main time or the time of the current period, and the number of remaining periods. */
export type Face = { ms: number; periods: number | null };
export type Faces = Record<Side, Face>;

/** Milliseconds left to `side`, `sinceMs` after the snapshot came. Never below zero. */
export function remaining(clocks: Clocks, side: Side, sinceMs: number): number {
  const base = clocks.left[side];
  return Math.max(0, clocks.running === side ? base - Math.max(0, sinceMs) : base);
}

/** The clocks `sinceMs` after the snapshot came. */
export const clocksAfter = (clocks: Clocks, sinceMs: number): Clocks => ({
  ...clocks,
  left: { first: remaining(clocks, "first", sinceMs), second: remaining(clocks, "second", sinceMs) },
});

/** Converts the time left to the display: core counts byo-yomi periods as time left. */
export function readClock(control: TimeControl, ms: number): Face {
  if (control.kind !== "byoYomi") return { ms, periods: null };
  const { period } = control;
  const all = period * control.periods;
  if (ms > all) return { ms: ms - all, periods: null };
  const periods = Math.ceil(ms / period);
  return { ms: ms - Math.max(0, periods - 1) * period, periods };
}

/** The displays of both clocks; null without clocks. A side with a control of its own has that one. */
export function readClocks(control: TimeControl, clocks: Clocks | null): Faces | null {
  const face = (side: Side, { left, controls }: Clocks) => readClock(controls?.[side] ?? control, left[side]);
  return clocks && { first: face("first", clocks), second: face("second", clocks) };
}

/** Whether time is short; never in main time with periods after it. */
export const isLow = (control: TimeControl, { ms, periods }: Face): boolean =>
  ms < LOW_TIME_MS && (control.kind !== "byoYomi" || periods !== null);

/** Whether short time is worth a warning; a move or a period that has no more time is short from its start. */
export const hasWarning = (control: TimeControl): boolean =>
  control.kind === "perMove"
    ? control.each > LOW_TIME_MS
    : control.kind !== "byoYomi" || control.period > LOW_TIME_MS;

/** "9:41"; with tenths in the last ten seconds, and hours from one hour on. */
export function clockFace(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const total = Math.floor(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/**
 * The time for which the display stays true: a tenth of a second in the last ten, otherwise until the next full second.
 */
export const trueFor = (ms: number): number => (ms <= 10_000 ? 100 : ms % 1000 || 1000);

export const LOW_TIME_MS = 10_000;
