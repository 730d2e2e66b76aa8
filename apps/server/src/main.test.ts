import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#platform/db/embedded/for-tests";

let base: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  base = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "homeroom-main-"));
});
afterAll(async () => {
  await base.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the server's program until it ends. */
function runProgram(args: readonly string[], databaseUrl: string) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "silent", DEMO: "off" };
  const main = join(import.meta.dirname, "main.ts");
  return spawnSync(process.execPath, [main, ...args], { env, encoding: "utf8" });
}

/** Runs it with these arguments, successfully; answers what it printed. */
function run(...args: string[]): string {
  const { status, stdout, stderr } = runProgram(args, base.url);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

test("--plan prints the SQL of a fresh install, --migrate runs it, and then nothing is left to plan", () => {
  const planned = run("--migrate", "--plan");
  expect(planned).toMatch(/^-- 0001-organizations\ncreate /);
  expect(planned).toContain("create table lead (");
  expect(run("--migrate", "--plan")).toBe(planned);
  run("--migrate");
  expect(run("--migrate", "--plan")).toBe("-- The database is up to date.\n");
});

test.for([
  ["a database that is not there", { pathname: "/nowhere" }, 'database "nowhere" does not exist'],
  ["a wrong password", { password: "not-this-one" }, "password authentication failed"],
  ["a role that is not there", { username: "nobody_known" }, "password authentication failed"],
] as const)("%s stops the start with one line that names the setting, without the password", ([, wrong, reason]) => {
  const url = Object.assign(new URL(base.url), wrong);
  const { status, stderr } = runProgram([], url.href);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Setting DATABASE_URL is wrong, or its server is away: .*\n$/);
  expect(stderr).toContain(reason);
  expect(stderr).not.toContain("not-this-one");
});
