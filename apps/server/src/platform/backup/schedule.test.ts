import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSettings } from "#platform/config/settings";
import { createLog } from "#platform/log/log";
import { listBackups, placeFor, removeOldBackups } from "./backup-folder.ts";
import { isNearlyFull } from "./disk-space.ts";
import { type Concern, isDue, isLate, lastDue, lookAfter, type ScheduleParts } from "./schedule.ts";

const hour = 3_600_000;
const gigabyte = 1024 ** 3;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "homeroom-schedule-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a backup is due once a day, and after a night without power", () => {
  const evening = new Date(2026, 10, 23, 20, 0);
  expect(lastDue("03:30", evening)).toEqual(new Date(2026, 10, 23, 3, 30));
  expect(lastDue("22:15", evening)).toEqual(new Date(2026, 10, 22, 22, 15));
  expect(isDue("03:30", undefined, evening)).toBe(true);
  expect(isDue("03:30", new Date(2026, 10, 23, 3, 31), evening)).toBe(false);
  expect(isDue("03:30", new Date(2026, 10, 22, 3, 31), evening)).toBe(true);
  expect(isLate(new Date(evening.getTime() - 25 * hour), evening)).toBe(false);
  expect(isLate(new Date(evening.getTime() - 27 * hour), evening)).toBe(true);
});

test("a disk is nearly full when little space is left, or less than another backup needs", () => {
  expect(isNearlyFull({ free: 30 * gigabyte, size: 100 * gigabyte })).toBe(false);
  expect(isNearlyFull({ free: 9 * gigabyte, size: 100 * gigabyte })).toBe(true);
  expect(isNearlyFull({ free: 60 * gigabyte, size: 4000 * gigabyte })).toBe(false);
  expect(isNearlyFull({ free: 1.9 * gigabyte, size: 4 * gigabyte })).toBe(true);
  expect(isNearlyFull({ free: 30 * gigabyte, size: 100 * gigabyte }, 25 * gigabyte)).toBe(true);
});

test("the newest backups stay; unfinished and foreign files are not backups", async () => {
  for (let day = 1; day <= 4; day += 1) await write(new Date(Date.UTC(2026, 10, day, 3, 30, 5)));
  writeFileSync(join(folder, "homeroom.unfinished"), "");
  writeFileSync(join(folder, "notes.backup"), "");
  await removeOldBackups(folder, 2);
  const kept = await listBackups(folder);
  expect(kept.map(({ madeAt }) => madeAt.toJSON())).toEqual(["2026-11-04T03:30:05.000Z", "2026-11-03T03:30:05.000Z"]);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(["notes.backup", "homeroom.unfinished"]));
});

test("a backup is made when due, retried later if it fails, and reported once an hour if late", async () => {
  const seen = { runs: 0, told: [] as Concern[], fails: true };
  const parts: ScheduleParts = {
    settings: readSettings({ DATA_DIR: folder, BACKUP_DIR: folder, BACKUP_AT: "03:30" }, false),
    log: createLog("silent", "test"),
    tell: async (concern) => void seen.told.push(concern),
    async run() {
      seen.runs += 1;
      if (!seen.fails) await write(now);
      return seen.fails ? "no room" : null;
    },
  };
  const state = { failedAt: 0, toldAt: 0, signal: new AbortController().signal };
  const late = () => seen.told.filter((concern) => concern === "backup.late").length;
  let now = new Date(2026, 10, 23, 12, 0);
  const lookIn = async (ms: number) => {
    now = new Date(now.getTime() + ms);
    await lookAfter(parts, state, now);
  };
  await lookIn(0);
  expect([seen.runs, late()]).toEqual([1, 1]);
  await lookIn(60_000);
  expect([seen.runs, late()]).toEqual([1, 1]);
  await lookIn(hour);
  expect([seen.runs, late()]).toEqual([2, 2]);
  seen.fails = false;
  await lookIn(hour);
  await lookIn(hour);
  expect([seen.runs, late()]).toEqual([3, 2]);
  await lookIn(24 * hour);
  expect(seen.runs).toBe(4);
});

async function write(moment: Date): Promise<void> {
  const { file } = await placeFor(folder, moment);
  writeFileSync(file, "");
}
