import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runTool } from "./gates/run-tool.ts";
import { namesOf } from "./new/names.ts";
import { planList } from "./new/plan-list.ts";

const root = join(import.meta.dirname, "..");
const [noun, tw, cn] = process.argv.slice(2);
if (!noun || !tw || !cn) {
  console.error("npm run new -- <noun> <zh-TW> <zh-CN>, such as: npm run new -- study-room 自習室 自习室");
  process.exit(2);
}
const plan = planList(root, namesOf(noun, { tw, cn }));
const files = [...plan.keys()].toSorted();
const before = linesIn(files);
for (const [file, content] of plan) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
const sources = files.filter((file) => !file.endsWith(".md"));
await runTool("@biomejs/biome/bin/biome", ["check", "--write", "--linter-enabled=false", ...sources], root);
for (const file of files) console.log(file);
console.log(`${files.length} files, ${linesIn(files) - before} lines. Next: docs/how-to/add-a-list.md`);

function linesIn(some: readonly string[]): number {
  const there = some.map((file) => join(root, file)).filter((path) => existsSync(path));
  return there.reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length - 1, 0);
}
