// The settings that a board takes.
import type { Settings } from "../bindings";
import type { BoardLook } from "./props";

export const lookOf = (settings: Settings): BoardLook => ({ ...settings, set: settings.xiangqiSet });
