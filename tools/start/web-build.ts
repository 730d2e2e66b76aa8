import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../gates/run-tool.ts";

const sources = ["apps/web", "packages/contract/src", "package-lock.json", "tsconfig.base.json"];
const skipped = new Set(["dist", "node_modules"]);

/**
 * Builds the web app unless apps/web/dist was built from exactly these sources. Returns true if it had to build; throws with
 * the bundler's message if it cannot.
 */
export async function buildWebApp(root: string): Promise<boolean> {
  const mark = join(root, "apps/web/dist/.built-from");
  const made = hashOf(root);
  if (existsSync(mark) && readFileSync(mark, "utf8") === made) return false;
  const { code, stdout, stderr } = await runTool("vite/bin/vite.js", ["build", "apps/web", "--logLevel", "warn"], root);
  if (code !== 0) throw new Error(`The web app could not be built:\n${(stderr || stdout).trim()}`);
  writeFileSync(mark, made);
  return true;
}

function hashOf(root: string): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesIn(root, source))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesIn(root: string, path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  if (/\.(json|ts)$/.test(path)) return [path];
  return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !file.split(/[\\/]/).some((folder) => skipped.has(folder)))
    .sort();
}
