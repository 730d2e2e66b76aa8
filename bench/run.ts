import { fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { join } from "node:path";
import { type Findings, isHeld } from "./measure/figures.ts";

const benchmarks = [
  "calls",
  "lead-list",
  "dashboard",
  "lead-desk-browser",
  "lead-bulk",
  "webhook-intake",
  "webhook-to-browser",
  "palette",
  "message-search",
  "conversation-open",
  "conversation-list-browser",
  "people-lists",
  "role-change",
  "start-and-memory",
  "memory-under-load",
  "bundle",
  "cold-load",
  "actions",
  "tables",
  "staff-import",
  "lead-import",
  "lead-rules",
  "broadcast",
  "broadcast-sandbox",
  "broadcast-beside",
  "broadcast-mails",
  "landing-page",
  "landing-page-beside",
  "ledger",
  "backup",
  "order-list",
  "partitions",
];
const guard = join(import.meta.dirname, "../tools/start/stop-with-parent.ts");
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${benchmarks.join(", ")}.`);
  process.exit(2);
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`,
);
const all: Findings[] = [];
const broken: string[] = [];
// One after another, each in a process of its own, so that they do not affect each other.
for (const name of wanted.length > 0 ? wanted : benchmarks) {
  const child = fork(join(import.meta.dirname, `${name}.ts`), { execArgv: ["--import", guard] });
  child.on("message", (findings) => all.push(findings as Findings));
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) broken.push(name);
}

const judged = all.flatMap(({ figures }) => figures).filter((figure) => figure.wanted);
const missed = judged.filter((figure) => !isHeld(figure));
console.log(`\n${judged.length - missed.length} of ${judged.length} targets are met.`);
for (const { what } of missed) console.log(`Missed: ${what}`);
for (const name of broken) console.log(`Could not be measured: ${name}`);
process.exitCode = broken.length === 0 ? 0 : 1;
