import { spawn } from "node:child_process";
import { startTestPostgres } from "../apps/server/src/platform/db/embedded/for-tests.ts";
import { startPooler } from "./start/pooler.ts";

const projects = ["--project", "unit", "--project", "survival"];

/**
 * Tests that use the database in every way that the product does, the calls of the largest modules, and two API processes
 * with two workers that are killed one after another.
 */
const core = [
  "apps/server/src/platform",
  "apps/server/src/modules/sign-in",
  "apps/server/src/modules/leads",
  "apps/server/src/modules/inbox",
  "tests/query-plans",
  "tests/survival/two-processes.test.ts",
];

/**
 * Runs the core of the tests with PgBouncer in transaction mode between the application and the database, as an
 * operator would set it up. Needs `pgbouncer` on the path. More arguments are the tests to run instead.
 */
async function run(): Promise<number> {
  const postgres = await startTestPostgres();
  const pooler = await startPooler(postgres.url);
  try {
    const tests = process.argv.slice(2);
    const env = { ...process.env, HOMEROOM_TEST_POOLER: `127.0.0.1:${pooler.port}` };
    const vitest = ["node_modules/vitest/vitest.mjs", "run", ...projects, ...(tests.length > 0 ? tests : core)];
    return await exitCode(spawn(process.execPath, vitest, { stdio: "inherit", env }));
  } finally {
    await pooler.stop();
    await postgres.stop();
  }
}

function exitCode(program: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve) => program.on("exit", (code) => resolve(code ?? 1)));
}

process.exitCode = await run();
