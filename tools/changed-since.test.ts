import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { affectsBrowser, affectsServer, changedSince } from "./changed-since.ts";

let folder: string;
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "homeroom-changed-"));
  git("init", "--quiet");
  for (const name of ["kept.ts", "edited.ts", "deleted.ts"]) writeFileSync(join(folder, name), "1");
  git("add", ".");
  git("-c", "user.name=Test", "-c", "user.email=test@homeroom.test", "commit", "--quiet", "--message", "One");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("files that were edited, deleted or added since a commit count as changed, staged or not", () => {
  expect(changedSince(folder, "HEAD")).toEqual([]);
  writeFileSync(join(folder, "edited.ts"), "2");
  rmSync(join(folder, "deleted.ts"));
  writeFileSync(join(folder, "staged.ts"), "1");
  git("add", "staged.ts");
  writeFileSync(join(folder, "new.ts"), "1");
  expect(changedSince(folder, "HEAD").toSorted()).toEqual(["deleted.ts", "edited.ts", "new.ts", "staged.ts"]);
  expect(() => changedSince(folder, "no-such-commit")).toThrow();
});

test.each([
  ["apps/server/src/main.ts", true, true],
  ["apps/sandbox/src/main.ts", true, true],
  ["packages/contract/src/leads.ts", true, true],
  ["database/migrations/0001-first.ts", true, true],
  ["package-lock.json", true, true],
  ["apps/web/src/main.tsx", false, true],
  ["apps/web/src/platform/session.test.ts", false, false],
  ["apps/server/src/modules/leads/for-tests.ts", false, false],
  ["tests/journeys/leads.test.ts", false, false],
  ["README.md", false, false],
])("%s changes the server: %s, what a browser shows: %s", (file, server, browser) => {
  expect([affectsServer(file), affectsBrowser(file)]).toEqual([server, browser]);
});
