import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runTool } from "../gates/run-tool.ts";
import { namesOf } from "./names.ts";
import { planList } from "./plan-list.ts";

/** How many files a new list touches, and how many lines it adds once they are formatted. Nothing is written at `root`. */
export async function countList(root: string): Promise<{ files: number; lines: number }> {
  const plan = planList(root, namesOf("study-room", { tw: "自習室", cn: "自习室" }));
  const copy = mkdtempSync(join(tmpdir(), "homeroom-new-list-"));
  try {
    cpSync(join(root, "biome.json"), join(copy, "biome.json"));
    for (const [file, content] of plan) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), content);
    }
    await runTool(
      "@biomejs/biome/bin/biome",
      ["check", "--write", "--linter-enabled=false", "--vcs-enabled=false"],
      copy,
    );
    const files = [...plan.keys()];
    return { files: files.length, lines: linesIn(copy, files) - linesIn(root, files) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function linesIn(root: string, files: readonly string[]): number {
  const there = files.map((file) => join(root, file)).filter((path) => existsSync(path));
  return there.reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length - 1, 0);
}
