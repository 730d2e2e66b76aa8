import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DatabaseAccess, prepareAccess } from "../access.ts";
import { createTestDatabase, prepareTemplate } from "../embedded/for-tests.ts";
import { testSecretKey } from "../for-tests.ts";
import { baselines, replaced } from "./baselines.ts";
import { undoBaselines } from "./for-tests.ts";
import { knownMigrations, loadMigrations } from "./known-migrations.ts";
import { migrate } from "./migrate.ts";
import { planMigrations } from "./plan-migrations.ts";

const organizationId = "0199d000-0001-7000-8000-000000000001";
let access: DatabaseAccess;
let client: Client;
let drop: () => Promise<void>;

beforeEach(async () => {
  await prepareTemplate("release_before", buildReleaseBefore);
  const base = await createTestDatabase("release_before");
  access = await prepareAccess(base.url, testSecretKey);
  client = new Client({ connectionString: base.url });
  await client.connect();
  drop = base.drop;
});

afterEach(async () => {
  await client.end();
  await drop();
});

/** A filled database as the release before the baselines left it. */
async function buildReleaseBefore(url: string): Promise<void> {
  await migrate(await prepareAccess(url, testSecretKey), await loadMigrations(baselines));
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await owner.query(`
    insert into organization (organization_id, name) values ('${organizationId}', 'Centre');
    insert into branch (organization_id, branch_id, name, time_zone)
      values ('${organizationId}', '${organizationId}', 'main', 'Asia/Taipei');
    insert into lead (organization_id, lead_id, branch_id, nickname, lead_date)
      select organization_id, gen_random_uuid(), branch_id, 'Lead ' || number, '2026-02-28' from branch, generate_series(1, 500) number`);
  await undoBaselines(owner);
  await owner.end();
}

const recorded = async () => {
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  return rows.map(({ name }) => name);
};
const leads = async () => (await client.query("select * from lead order by lead_id")).rows;
/** What a release with the baselines adds to them. */
const later = async () => (await knownMigrations()).filter((name) => !baselines.includes(name));
/** Enough of this release to see that the takeover is followed by what is newer. */
const fewLater = async () => loadMigrations([...baselines, ...(await later()).slice(0, 3)]);

test("a filled database of the previous release keeps its rows, and runs only newer migrations", async () => {
  const before = await leads();
  const planned = await planMigrations(access.ownerUrl);
  expect(planned.map(({ name }) => name)).toEqual(await later());
  expect(await recorded()).toEqual(replaced);

  await Promise.all([migrate(access), migrate(access)]);

  expect(await recorded()).toEqual(await knownMigrations());
  expect(await planMigrations(access.ownerUrl)).toEqual([]);
  expect(await leads()).toMatchObject(before);
  const { rows } = await client.query("select conname from pg_constraint where not convalidated");
  expect(rows).toEqual([]);
  await migrate(access);
});

test("a database that has later migrations beside the old names keeps them", async () => {
  const [first = ""] = await later();
  await client.query(
    "create table removed_file (storage_key text primary key, removed_at timestamptz not null default now())",
  );
  await client.query("insert into kysely_migration (name, timestamp) values ($1, '2026-11-21T08:00:00.000Z')", [first]);
  await client.query("insert into removed_file (storage_key) values ('kept')");
  const release = await fewLater();
  await migrate(access, release);
  expect(await recorded()).toEqual(Object.keys(release));
  expect((await client.query("select storage_key from removed_file")).rows).toEqual([{ storage_key: "kept" }]);
});

test.each(["0081-sign-in-names", "0002-leads"])(
  "a database without %s is refused and left as it is",
  async (missing) => {
    await client.query("delete from kysely_migration where name = $1", [missing]);
    const before = await recorded();
    const refusal = new RegExp(`too old for this release: it lacks the migration ${missing}.*Nothing was changed`);
    await expect(migrate(access)).rejects.toThrow(refusal);
    await expect(planMigrations(access.ownerUrl)).rejects.toThrow(refusal);
    expect(await recorded()).toEqual(before);
  },
);

test("a failed takeover changes nothing, and succeeds once its cause is fixed", async () => {
  await client.query("insert into kysely_migration (name, timestamp) values ($1, '2026-11-21T08:00:00.000Z')", [
    baselines.at(-1),
  ]);
  const before = await recorded();
  await expect(migrate(access)).rejects.toThrow(/The change to the baselines failed: duplicate key/);
  expect(await recorded()).toEqual(before);
  await client.query("delete from kysely_migration where name = $1", [baselines.at(-1)]);
  const release = await fewLater();
  await migrate(access, release);
  expect(await recorded()).toEqual(Object.keys(release));
});

test("the baselines are the first migrations of this release", async () => {
  expect((await knownMigrations()).slice(0, baselines.length)).toEqual(baselines);
  expect(Object.keys(await loadMigrations(baselines))).toEqual(baselines);
});
