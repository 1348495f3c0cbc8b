// Undo in a text field: WebKitGTK has the commands, but no keys for them (webview/webview#119).
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
  if (!/Linux/.test(navigator.userAgent)) return;
  event.preventDefault();
  document.execCommand(command);
}
