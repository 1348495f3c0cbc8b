// The sockets of a window, to see when they are opened and closed.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The sockets of a process in the network, listening or connected. A window talks to its driver at a port of its own. */
export function sockets(pid) {
  const inodes = new Set();
  for (const name of readdirSync(`/proc/${pid}/fd`)) {
    try {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`)) ?? [];
      if (inode) inodes.add(inode);
    } catch {
      // It was closed meanwhile.
    }
  }
  return ["tcp", "tcp6", "udp", "udp6"].flatMap((kind) =>
    readFileSync(`/proc/${pid}/net/${kind}`, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => inodes.has(fields[9]))
      .map((fields) => `${kind} ${fields[1]}`),
  );
}

/** The sockets of a window without those that its driver had opened before any table. */
export const opened = (window, without) => sockets(window.pid).filter((socket) => !without.includes(socket));

/** A socket of multicast DNS, by which a table is announced and found: its port is 5353. */
export const isAnnouncing = (socket) => socket.startsWith("udp") && socket.endsWith(":14E9");
