import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startTestPostgres } from "../apps/server/src/platform/db/embedded/for-tests.ts";
import { affectsBrowser, affectsServer, changedSince } from "./changed-since.ts";
import { stallPrograms } from "./stall-programs.ts";
import { buildWebApp } from "./start/web-build.ts";

/** The result of one stage; a stage without tests of its own counts only if it fails. */
interface Outcome {
  passed: number;
  failed: number;
  /** Each failed test, with the first lines of its message. */
  failures?: readonly string[];
}

interface Stage {
  /** The stage that must have passed before this one starts. */
  after?: StageName;
  run(): Promise<Outcome>;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

type StageName = "build" | "check" | "unit" | "inbox" | "journeys" | "accessibility" | "survival";

const root = join(import.meta.dirname, "..");

// Tests of the embedded database make folders that another user must be able to enter, whatever the umask of the shell.
process.umask(0o022);

// `npm test` runs everything; `npm test unit build` only these; `npm test -- --changed [commit]` what the changes since that
// commit (default HEAD) can affect; `npm run test:long` everything, with 200 rounds of kills.
const { values: asked, positionals } = parseArgs({
  options: { changed: { type: "boolean", default: false }, long: { type: "boolean", default: false } },
  allowPositionals: true,
});
if (asked.long) process.env["KILL_ROUNDS"] = "200";
const since = asked.changed ? (positionals[0] ?? "HEAD") : null;
const changed = since === null ? [] : changedSince(root, since);

// Journeys and kills mostly wait, so running them in parallel costs little time.
const stages: Readonly<Record<StageName, Stage>> = {
  build: { run: buildPages },
  survival: { run: () => runVitest("survival", affectsServer) },
  inbox: { after: "build", run: () => runVitest("inbox", affectsBrowser) },
  journeys: { after: "build", run: () => runVitest("journeys", affectsBrowser) },
  check: { run: async () => asOutcome((await run("tools/check.ts", [])).code === 0) },
  unit: { run: () => runVitest("unit") },
  accessibility: { after: "journeys", run: () => runVitest("accessibility", affectsBrowser) },
};
const all = Object.keys(stages) as StageName[];
const chosen = all.filter((name) => asked.changed || positionals.length === 0 || positionals.includes(name));
const reports = mkdtempSync(join(tmpdir(), "homeroom-test-reports-"));
const postgres = await startTestPostgres();
const stalls = process.env["TEST_STALLS"] ? stallPrograms(Number(process.env["TEST_STALLS"])) : null;
const outcomes = new Map<StageName, Promise<Outcome | null>>();
const summary: string[] = [];
for (const name of chosen) outcomes.set(name, prove(name));
const proved = await Promise.all(outcomes.values());
stalls?.stop();
await postgres.stop();
rmSync(reports, { recursive: true, force: true });

const total = (of: "passed" | "failed") => proved.reduce((sum, outcome) => sum + (outcome?.[of] ?? 0), 0);
console.log(`\n${summary.join("\n")}`);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
process.exitCode = total("failed") === 0 ? 0 : 1;

/** Runs a stage once the one before it has passed; null when that failed. */
async function prove(name: StageName): Promise<Outcome | null> {
  const { after, run: runStage } = stages[name];
  const before = after && (await outcomes.get(after));
  if (before === null || (before && before.failed > 0)) {
    summary.push(`not run ${name}: ${after} failed`);
    return null;
  }
  const start = performance.now();
  const outcome = await runStage();
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  const mark = outcome.failed === 0 ? "ok   " : "FAILS";
  summary.push(`${mark} ${name.padEnd(13)}${seconds} s  ${outcome.passed} passed, ${outcome.failed} failed`);
  for (const failure of outcome.failures ?? []) summary.push(failure);
  return outcome;
}

/** Runs one project of vitest.config.ts: all of it, or what imports something that has changed. */
async function runVitest(project: string, affects: (file: string) => boolean = () => false): Promise<Outcome> {
  const report = join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const some = since === null || changed.some(affects) ? [] : [`--changed=${since}`];
  const args = ["run", "--project", project, "--passWithNoTests", ...some, ...reporters];
  const { code } = await run("node_modules/vitest/vitest.mjs", args);
  const outcome = readReport(report);
  // A failure outside of any test, such as an unhandled rejection, fails the run as well.
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

function readReport(file: string): Outcome {
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as VitestReport;
    const unloaded = report.testResults.filter(({ status, assertionResults }) => {
      return status === "failed" && assertionResults.length === 0;
    });
    const failures = report.testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) => describeFailure(fullName, failureMessages.join("\n"))),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      failures: [...failures, ...unloaded.map(({ name, message }) => describeFailure(name, message))],
    };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/** Name and first lines of a failure: the end of a long log is often all that is left of it. */
function describeFailure(name: string, message: string): string {
  const lines = message.split("\n").slice(0, 15);
  return [`      ${name}`, ...lines.map((line) => `        ${line}`)].join("\n");
}

async function buildPages(): Promise<Outcome> {
  try {
    await buildWebApp(root);
    return asOutcome(true);
  } catch (error) {
    console.error((error as Error).message);
    return asOutcome(false);
  }
}

function asOutcome(isFine: boolean): Outcome {
  return { passed: 0, failed: isFine ? 0 : 1 };
}

/** Runs a program of ours. Its output is printed as a whole at the end, since others print at the same time. */
function run(program: string, args: readonly string[]): Promise<{ code: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, program), ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      process.stdout.write(output);
      resolve({ code: code ?? 1 });
    });
  });
}
