import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Gate, type Offence } from "./gate.ts";
import { openSourceTree } from "./source-tree.ts";

const repository = join(import.meta.dirname, "../..");
const settings = [".oxlintrc.json", "biome.json", "knip.json", "tsconfig.base.json", "tsconfig.json"];
const packages = ["apps/server", "apps/web", "apps/sandbox", "packages/contract", "database"];

/**
 * The result of a gate for a small repository with this repository's settings and workspaces, and only these files. The tree
 * is deleted afterwards.
 */
export async function offences(gate: Gate, files: Record<string, string>): Promise<readonly Offence[]> {
  const root = mkdtempSync(join(tmpdir(), "homeroom-gates-"));
  try {
    writeTree(root, files);
    return await gate.inspect(openSourceTree(root));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function writeTree(root: string, files: Record<string, string>): void {
  for (const file of settings) cpSync(join(repository, file), join(root, file));
  for (const folder of ["", ...packages]) {
    mkdirSync(join(root, folder), { recursive: true });
    cpSync(join(repository, folder, "package.json"), join(root, folder, "package.json"));
  }
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

/** The offences as `where: what`, for short expectations. */
export async function told(gate: Gate, files: Record<string, string>): Promise<string[]> {
  return (await offences(gate, files)).map(({ where, what }) => `${where}: ${what}`);
}
