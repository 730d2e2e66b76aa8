import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWebApp } from "./start/web-build.ts";

/** What one stage proved; a stage without tests of its own counts only when it fails. */
interface Outcome {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

const root = join(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "homeroom-test-reports-"));
const stages: readonly (readonly [name: string, run: () => Promise<Outcome>])[] = [
  ["check", async () => asOutcome((await run("tools/check.ts", [])) === 0)],
  ["unit", () => runVitest("unit")],
  ["build", buildPages],
  ["journeys", () => runVitest("journeys")],
];

// `npm test` proves everything; `npm test unit build` only these.
const asked = process.argv.slice(2);
const chosen = stages.filter(([name]) => asked.length === 0 || asked.includes(name));
const total: Outcome = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const [name, prove] of chosen) {
  const start = performance.now();
  const { passed, failed } = await prove();
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  summary.push(`${failed === 0 ? "ok   " : "FAILS"} ${name.padEnd(9)}${seconds} s  ${passed} passed, ${failed} failed`);
  if (failed > 0) break;
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${summary.join("\n")}`);
if (summary.length < chosen.length) console.log("The stages after it were not run.");
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function runVitest(project: string): Promise<Outcome> {
  const report = join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run("node_modules/vitest/vitest.mjs", [
    "run",
    "--project",
    project,
    "--passWithNoTests",
    ...reporters,
  ]);
  const { passed, failed } = readReport(report);
  // What breaks outside of any test, an unhandled rejection for example, fails the run as well.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport(file: string): Outcome {
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as VitestReport;
    const unloaded = report.testResults.filter(({ status, assertionResults }) => {
      return status === "failed" && assertionResults.length === 0;
    });
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
  } catch {
    return { passed: 0, failed: 0 };
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

function run(program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, program), ...args], { cwd: root, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
