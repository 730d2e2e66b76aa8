import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Adds the entries to package-lock.json that npm leaves out if its registry lacks an optional package of another platform:
 * `npm ci` refuses a lockfile without them. Such an entry has a version and a platform, but no checksum. Run it after each
 * change of the dependencies: `npm run lockfile`.
 */

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const path = join(import.meta.dirname, "..", "package-lock.json");
const lock = JSON.parse(readFileSync(path, "utf8")) as { packages: Record<string, LockedPackage> };

const systems = {
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  openharmony: "openharmony",
};
const windows = /(^|[-/])(win32|windows|win)(-|$)/;
const processors = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x"];

let added = 0;
for (const parent of Object.values(lock.packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place]) continue;
    lock.packages[place] = entryOf(name, range, parent.dev === true);
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([left], [right]) => (left === "" ? -1 : left.localeCompare(right, "en"))),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json.`);

function entryOf(name: string, range: string, dev: boolean): LockedPackage {
  const words = name.split(/[-/]/);
  const system = windows.test(name) ? "win32" : Object.keys(systems).find((one) => words.includes(one));
  const processor = processors.find((one) => words.includes(one));
  return {
    version: range.replace(/^[\^~]/, ""),
    ...(processor && { cpu: [processor] }),
    ...(dev && { dev }),
    ...(words.includes("musl") && { libc: ["musl"] }),
    optional: true,
    ...(system && { os: [system] }),
  };
}
