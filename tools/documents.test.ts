import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

/** The highest number of files in a walk, so that a newcomer can make it. */
const walks = new Map([
  ["Walk 1", 8],
  ["Walk 2", 5],
  ["Walk 3", 4],
  ["Walk 4", 8],
  ["Walk 5", 6],
]);

test("every file that ARCHITECTURE.md names exists", () => {
  const named = [...architecture.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(
    (path) => !existsSync(join(root, path)) && !existsSync(join(root, "apps/server/src", path)),
  );
  expect(missing).toEqual([]);
});

test.each([...walks])("%s passes at most %i files", (name, most) => {
  const section = architecture.split(/^## /m).find((one) => one.startsWith(name)) ?? "";
  const files = new Set([...section.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path]) => path));
  expect(files.size).toBeGreaterThan(2);
  expect(files.size).toBeLessThanOrEqual(most);
});

test("every module is on the map", () => {
  const [, map = ""] = architecture.split("```");
  const nouns = ["apps/server/src/modules", "apps/web/src/modules", "apps/server/src/integrations"].flatMap((folder) =>
    readdirSync(join(root, folder)),
  );
  expect(nouns.filter((noun) => !map.includes(noun))).toEqual([]);
});
