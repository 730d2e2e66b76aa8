import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { prepareAccess } from "#platform/db/access";
import { createTestDatabase, testSecretKey } from "#platform/db/for-tests";
import { undoBaselines } from "#platform/db/migrations/for-tests";
import { migrate } from "#platform/db/migrations/migrate";
import { planMigrations } from "#platform/db/migrations/plan-migrations";
import type { FileStore } from "#platform/files/file-store";
import { startWorkshop, sumOfTables, type Workshop } from "./for-tests.ts";

let workshop: Workshop;
let store: FileStore;
let folder: string;
let file: string;

beforeAll(async () => {
  workshop = await startWorkshop();
  ({ store, folder } = workshop);
  file = join(folder, "whole.backup");
  await workshop.backUp(file);
});

afterEach(() => workshop.release());
afterAll(() => workshop.close());

describe("a restore", () => {
  it("refuses a damaged backup before any change", async () => {
    const bytes = readFileSync(file);
    const flippedAt = (part: number): [string, Buffer, RegExp] => {
      const flipped = Buffer.from(bytes);
      const place = Math.floor(bytes.length * part);
      flipped[place] = (flipped[place] ?? 0) ^ 0xff;
      return [`flipped at ${part}`, flipped, /damaged|cut off/];
    };
    const cases: [string, Buffer, RegExp][] = [
      ["half", bytes.subarray(0, bytes.length / 2), /cut off/],
      ...[0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map(flippedAt),
      ["text", Buffer.from("hello"), /not a backup/],
      ["empty", Buffer.alloc(0), /cut off|not a backup/],
    ];
    const target = await workshop.emptyUrl();
    for (const [name, content, message] of cases) {
      writeFileSync(join(folder, name), content);
      await expect(workshop.restoreInto(target, join(folder, name)), name).rejects.toThrow(message);
    }
    const client = await workshop.connect(target);
    const { rowCount } = await client.query("select from pg_class where relnamespace = 'public'::regnamespace");
    expect(rowCount).toBe(0);
  });

  it("refuses a database with rows or of another product", async () => {
    const target = await workshop.restoredUrl(file);
    await expect(workshop.restoreInto(target, file)).rejects.toThrow(/not empty.*Nothing was changed/);
    const other = await workshop.emptyUrl();
    await (await workshop.connect(other)).query("create table theirs (id int)");
    await expect(workshop.restoreInto(other, file)).rejects.toThrow(/not empty: it has a table theirs/);
  });

  it("refuses another SECRET_KEY", async () => {
    const target = await workshop.emptyUrl();
    await expect(workshop.restoreInto(target, file, { secretKey: Buffer.alloc(32, 8) })).rejects.toThrow(
      /SECRET_KEY is not the one/,
    );
  });

  it("refuses a database that Homeroom runs on", async () => {
    const running = await createTestDatabase();
    await running.db.selectFrom("organization").select("organization_id").execute();
    await expect(workshop.restoreInto(running.access.ownerUrl, file)).rejects.toThrow(/is running on this database/);
    await running.close();
  });

  it("leaves empty tables when it fails, and can be repeated", async () => {
    const target = await workshop.emptyUrl();
    const full: FileStore = { ...store, put: () => Promise.reject(new Error("no room")) };
    await expect(workshop.restoreInto(target, file, { files: full })).rejects.toThrow(/no room/);
    await workshop.restoreInto(target, file);
    const client = await workshop.connect(target);
    expect((await client.query("select from organization")).rowCount).toBe(1);
  });

  it("takes a backup from before the baselines, which the next start migrates", async () => {
    const older = join(folder, "older.backup");
    await undoBaselines(await workshop.connect(workshop.source.access.ownerUrl));
    await workshop.backUp(older);
    const target = await workshop.restoredUrl(older);
    const client = await workshop.connect(target);
    expect((await client.query("select from kysely_migration where name = '0081-sign-in-names'")).rowCount).toBe(1);
    await migrate(await prepareAccess(target, testSecretKey));
    expect(await planMigrations(target)).toEqual([]);
    const sums = await sumOfTables(client);
    await migrate(workshop.source.access);
    const source = await sumOfTables(await workshop.connect(workshop.source.access.ownerUrl));
    expect(sums["public.lead"]).toEqual(source["public.lead"]);
  });
});
