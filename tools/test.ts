import { type StdioOptions, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWebApp } from "./start/web-build.ts";

/** What one stage proved; a stage without tests of its own counts only when it fails. */
interface Outcome {
  passed: number;
  failed: number;
  /** Names of tests that failed first and passed when they ran once more: counted as passed, and told. */
  shaky?: readonly string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages?: unknown[] }[];
  }[];
}

const root = join(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "homeroom-test-reports-"));
const stages: readonly (readonly [name: string, run: () => Promise<Outcome>])[] = [
  ["check", async () => asOutcome((await run("tools/check.ts", [])).code === 0)],
  ["unit", () => runVitest("unit")],
  ["build", buildPages],
  // They wait more than they work: people in browsers, and products that are killed and started again.
  ["journeys", () => runBeside(["inbox"], ["journeys", "accessibility"], ["survival"])],
];

// `npm test` proves everything; `npm test unit build` only these.
const asked = process.argv.slice(2);
const chosen = stages.filter(([name]) => asked.length === 0 || asked.includes(name));
const total = { passed: 0, failed: 0 };
const shaky: string[] = [];
const summary: string[] = [];
for (const [name, prove] of chosen) {
  const start = performance.now();
  const { passed, failed, shaky: repeated = [] } = await prove();
  shaky.push(...repeated);
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  summary.push(`${failed === 0 ? "ok   " : "FAILS"} ${name.padEnd(9)}${seconds} s  ${passed} passed, ${failed} failed`);
  if (failed > 0) break;
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${summary.join("\n")}`);
if (summary.length < chosen.length) console.log("The stages after it were not run.");
for (const name of shaky) console.log(`Passed only at the second try, to be mended: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Rows of projects side by side; what the others have to say comes after the first. */
async function runBeside(first: readonly string[], ...others: (readonly string[])[]): Promise<Outcome> {
  const beside = others.map((projects) => inTurn(projects, "later"));
  const outcomes = await inTurn(first, "now");
  for (const row of beside)
    for (const outcome of await row) {
      console.log(outcome.said);
      outcomes.push(outcome);
    }
  return {
    passed: sum(outcomes.map(({ passed }) => passed)),
    failed: sum(outcomes.map(({ failed }) => failed)),
    shaky: outcomes.flatMap((outcome) => outcome.shaky ?? []),
  };
}

async function inTurn(projects: readonly string[], saying: "now" | "later") {
  const outcomes: Awaited<ReturnType<typeof runVitest>>[] = [];
  for (const project of projects) outcomes.push(await runVitest(project, saying));
  return outcomes;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function runVitest(project: string, saying: "now" | "later" = "now"): Promise<Outcome & { said: string }> {
  const report = join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = ["run", "--project", project, "--passWithNoTests", ...reporters];
  const { code, said } = await run("node_modules/vitest/vitest.mjs", args, saying);
  const { passed, failed, shaky } = readReport(report);
  // What breaks outside of any test, an unhandled rejection for example, fails the run as well.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, shaky, said };
}

function readReport(file: string): Required<Outcome> {
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as VitestReport;
    const unloaded = report.testResults.filter(({ status, assertionResults }) => {
      return status === "failed" && assertionResults.length === 0;
    });
    const repeated = report.testResults
      .flatMap((file) => file.assertionResults)
      .filter(({ status, failureMessages }) => status === "passed" && (failureMessages?.length ?? 0) > 0);
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      shaky: repeated.map(({ fullName }) => fullName),
    };
  } catch {
    return { passed: 0, failed: 0, shaky: [] };
  }
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

/** Runs a program of ours; what it says is shown at once, or kept and answered. */
function run(
  program: string,
  args: readonly string[],
  saying: "now" | "later" = "now",
): Promise<{ code: number; said: string }> {
  return new Promise((resolve, reject) => {
    const stdio = saying === "now" ? "inherit" : (["ignore", "pipe", "pipe"] as const);
    const child = spawn(process.execPath, [join(root, program), ...args], { cwd: root, stdio: stdio as StdioOptions });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, said }));
  });
}
