import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { readSettings } from "#platform/config/settings";
import { createLocalFileStore } from "#platform/files/file-store";
import type { JobRequest } from "#platform/jobs/job";
import { createLog } from "#platform/log/log";
import { createSecretBox } from "#platform/secrets/secret-box";
import type { Platform } from "#platform/server-module";
import { type DatabaseAccess, prepareAccess, roleOf } from "./access.ts";
import { connectDatabase } from "./database.ts";
import { createTestDatabase as createEmptyDatabase, prepareTemplate } from "./embedded/for-tests.ts";
import { migrate } from "./migrations/migrate.ts";
import { refuseUnnamedFields } from "./told-fields-for-tests.ts";
import type { Database } from "./transaction.ts";

export const testSecretKey = Buffer.alloc(32, 7);

export interface TestDatabase {
  db: Database;
  access: DatabaseAccess;
  platform: Platform;
  /** Jobs that were enqueued outside of the outbox. */
  enqueued: JobRequest[];
  /** Sees every row of every organisation: for checking what a test did. */
  owner: pg.Pool;
  /** For actions that need a superuser, such as ending connections. */
  superuser: pg.Pool;
  /** Throws when the audit log has a field without a text. */
  close(): Promise<void>;
}

let template: Promise<void> | undefined;

/** Holds the rights on the template's tables: granting them to each database's role takes as long as making the database. */
const grantedRole = "migrated_app";

/**
 * Writes thousands of rows that only have to be there, in a third of the time: without triggers and foreign keys, and with
 * one plan for the functions of generated columns and indexes instead of one per row.
 */
export async function writeMany(
  { superuser }: Pick<TestDatabase, "superuser">,
  statement: string,
  values: unknown[],
): Promise<void> {
  const client = await superuser.connect();
  try {
    await client.query(
      "begin; set local session_replication_role = replica; set local plan_cache_mode = force_generic_plan",
    );
    await client.query(statement, values);
    await client.query("commit");
  } finally {
    // A connection whose transaction failed is not reused.
    client.release(true);
  }
}

/** In a file of tests: a database of its own, made before the first test and dropped after the last. */
export function prepareDatabase(): TestDatabase {
  return prepare(createTestDatabase, (base) => base.close());
}

/** In a file of tests: what `build` makes, made again before each test. */
export function prepareEach<Thing extends object>(build: () => Promise<Thing>): Thing {
  const thing = {} as Thing;
  beforeEach(async () => void Object.assign(thing, await build()));
  return thing;
}

/** In a file of tests: what `build` makes, made once before the first test. */
export function prepareOnce<Thing extends object>(build: () => Promise<Thing>): Thing {
  return prepare(build, async () => undefined);
}

/** In a file of tests: a desk that is opened before the first test and stopped after the last. */
export function prepareDesk<Desk extends { stop(): Promise<void> }>(open: () => Promise<Desk>): Desk {
  return prepare(open, (desk) => desk.stop());
}

function prepare<Thing extends object>(make: () => Promise<Thing>, end: (thing: Thing) => Promise<void>): Thing {
  const thing = {} as Thing;
  beforeAll(async () => void Object.assign(thing, await make()));
  afterAll(() => end(thing));
  return thing;
}

/** A migrated database of its own on the test run's server, connected as the restricted role, with a platform around it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  template ??= prepareTemplate("migrated", buildMigrated);
  await template;
  const made = await createEmptyDatabase("migrated");
  const access = await prepareAccess(made.url, testSecretKey, made.pooledUrl);
  const owner = new pg.Pool({ connectionString: access.ownerUrl, max: 2 });
  owner.on("error", () => undefined);
  const superuser = new pg.Pool({ connectionString: made.superuserUrl, max: 1 });
  superuser.on("error", () => undefined);
  const role = pg.escapeIdentifier(roleOf(access));
  // On a slow machine a statement may wait for another longer than the product's limit.
  await owner.query(`
    grant ${grantedRole} to ${role};
    alter role ${role} set statement_timeout = '10min';
    alter role ${role} set idle_in_transaction_session_timeout = '10min'`);

  const log = createLog("silent", "test");
  // Nor does it matter in tests how long one of many callers waits for a connection.
  const connection = connectDatabase(access, { size: 10, waitMs: 600_000, answerWithinMs: 600_000 }, log);
  const folder = await mkdtemp(join(tmpdir(), "homeroom-test-"));
  const enqueued: JobRequest[] = [];
  const platform: Platform = {
    settings: readSettings({ DATA_DIR: folder, LOGIN_CAPTCHA: "off", RATE_LIMITS: "off", LOG_LEVEL: "silent" }, false),
    db: connection.db,
    files: createLocalFileStore(join(folder, "files")),
    secrets: createSecretBox(testSecretKey),
    log,
    enqueue: async (requests) => void enqueued.push(...requests),
  };
  return {
    db: connection.db,
    access,
    platform,
    enqueued,
    owner,
    superuser,
    async close() {
      try {
        await refuseUnnamedFields(owner);
      } finally {
        await connection.close();
        await owner.end();
        await superuser.end();
        await made.drop();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function buildMigrated(url: string): Promise<void> {
  const access = await prepareAccess(url, testSecretKey);
  await migrate(access);
  const owner = new pg.Client({ connectionString: access.ownerUrl });
  await owner.connect();
  await owner.query(`alter role ${pg.escapeIdentifier(roleOf(access))} rename to ${grantedRole}`);
  await owner.end();
}
