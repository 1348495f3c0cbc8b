// Has `npm ci` take every package from the folder that is the argument: package-lock.json names files there. Their names are
// those of node-sources.json (`cargo xtask manifests`); npm checks each file by the lock's own checksum.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const folder = resolve(process.argv[2]);
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const [path, entry] of Object.entries(lock.packages)) {
  if (entry.integrity === undefined) continue;
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  entry.resolved = `file:${folder}/${name.replace("@", "").replace("/", "-")}-${entry.version}.tgz`;
}
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
