// Undo in a text field: WebKitGTK has the commands, but no keys for them (webview/webview#119). On a Mac the menu would
// have the keys, and its Edit menu has no Undo.
import { isMacControl } from "../board/mac-control";
import { isTyping, pressed } from "./keys";

const COMMANDS: Readonly<Record<string, "undo" | "redo">> = {
  "Ctrl+Z": "undo",
  "Ctrl+Shift+Z": "redo",
  "Ctrl+Y": "redo",
};

/** Takes typing back, or types it again, where the web view leaves that key alone. */
export function undoTyping(event: KeyboardEvent): void {
  const command = COMMANDS[pressed(event)];
  const { target } = event;
  if (!command || !isTyping(target) || target instanceof HTMLSelectElement || event.defaultPrevented) return;
  if (!/Linux|Mac/.test(navigator.userAgent) || isMacControl(event)) return;
  event.preventDefault();
  document.execCommand(command);
}
