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

/** Runs the server's program with these arguments until it ends; answers what it printed. */
function run(...args: string[]): string {
  const env = { ...process.env, DATABASE_URL: base.url, DATA_DIR: dataDir, LOG_LEVEL: "silent", DEMO: "off" };
  const main = join(import.meta.dirname, "main.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { env, encoding: "utf8" });
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
