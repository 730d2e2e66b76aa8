import { join } from "node:path";
import { runTool } from "./gates/run-tool.ts";
import { namesOf } from "./new/names.ts";
import { writeList } from "./new/write-list.ts";

const root = join(import.meta.dirname, "..");
const [noun, tw, cn] = process.argv.slice(2);
if (!noun || !tw || !cn) {
  console.error("npm run new -- <noun> <zh-TW> <zh-CN>, such as: npm run new -- study-room 自習室 自习室");
  process.exit(2);
}
const { files, lines } = writeList(root, namesOf(noun, { tw, cn }));
const sources = files.filter((file) => !file.endsWith(".md"));
await runTool("@biomejs/biome/bin/biome", ["check", "--write", "--linter-enabled=false", ...sources], root);
for (const file of files.toSorted()) console.log(file);
console.log(`${files.length} files, ${lines} lines. Next: docs/how-to/add-a-list.md`);
