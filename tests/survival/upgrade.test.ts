import { leads } from "@homeroom/contract/leads";
import { prepareAccess } from "@homeroom/server/platform/db/access";
import { testSecretKey } from "@homeroom/server/platform/db/for-tests";
import { undoBaselines } from "@homeroom/server/platform/db/migrations/for-tests";
import { loadMigrations, type Migrations } from "@homeroom/server/platform/db/migrations/known-migrations";
import { migrate } from "@homeroom/server/platform/db/migrations/migrate";
import { startBackfills } from "@homeroom/server/platform/db/migrations/run-backfills";
import { createLog } from "@homeroom/server/platform/log/log";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, signIn } from "../harness/caller.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { outcomeOf, sendCall } from "../harness/send-call.ts";
import { until } from "../harness/until.ts";

const oldLeads = 20_000;

let product: Product;
let owner: pg.Client;
let staff: Caller;

beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: "off" } });
  owner = new pg.Client({ connectionString: product.databaseUrl });
  await owner.connect();
  staff = await signIn(product.url, "owner@demo.homeroom.test");
  await owner.query(`
    insert into lead (organization_id, lead_id, branch_id, nickname, lead_date)
    select organization_id, gen_random_uuid(), branch_id, 'Old ' || number, '2026-02-28'
    from (select organization_id, branch_id from lead limit 1) as place, generate_series(1, ${oldLeads}) number`);
});
afterAll(async () => {
  await owner?.end();
  await product?.stop();
});

/** What a later release might change in a table in use: an index, a column, its old rows. */
const nextRelease = {
  "9998-salutations": {
    indexes: [{ name: "lead_by_nickname", definition: "on lead (organization_id, nickname)" }],
    up: (db) => db.schema.alterTable("lead").addColumn("salutation", "text").execute(),
    backfill: { table: "lead", set: "salutation = 'Dear ' || nickname", where: "salutation is null" },
  },
} satisfies Migrations;

const releaseAfterThat = {
  "9999-needed-salutations": {
    afterBackfills: ["9998-salutations"],
    up: (db) =>
      db.schema
        .alterTable("lead")
        .alterColumn("salutation", (column) => column.setNotNull())
        .execute(),
  },
} satisfies Migrations;

/** Adds leads one after the other until `stopped` returns true. */
async function addLeads(name: string, added: string[], stopped: () => boolean): Promise<void> {
  for (let count = 0; !stopped(); count += 1) {
    const answer = await sendCall(product.url, leads.add, { nickname: `${name} ${count}` }, { token: staff.token });
    expect(outcomeOf(answer)).toBe("200");
    added.push(`${name} ${count}`);
  }
}

test("a filled database of the previous release is upgraded while leads are added: none is refused, lost or left out", async () => {
  const access = await prepareAccess(product.databaseUrl, testSecretKey);
  await undoBaselines(owner);
  const added: string[] = [];
  let stopped = false;
  const adding = Promise.all(["Ming", "Hua", "Mei"].map((name) => addLeads(name, added, () => stopped)));
  const moreAreAdded = (when: string) => {
    const before = added.length;
    return until(`leads ${when}`, async () => added.length > before + 10);
  };
  const stopAdding = () => {
    stopped = true;
    return adding;
  };

  const known = { ...(await loadMigrations()), ...nextRelease };
  try {
    await moreAreAdded("before the upgrade");
    await migrate(access, known);
    const log = createLog("silent", "test");
    const backfills = startBackfills({ ownerUrl: access.ownerUrl, log, migrations: known });
    await moreAreAdded("during the backfill");
    await stopAdding();
    await backfills.finished;
  } finally {
    await stopAdding();
  }
  await migrate(access, { ...known, ...releaseAfterThat });

  const { rows } = await owner.query<{ nickname: string }>(
    "select nickname from lead where nickname ~ '^(Ming|Hua|Mei) [0-9]+$'",
  );
  expect(rows.map(({ nickname }) => nickname).toSorted()).toEqual(added.toSorted());
  const { rows: wrong } = await owner.query("select from lead where salutation is distinct from 'Dear ' || nickname");
  expect(wrong).toEqual([]);
  const { rows: indexes } = await owner.query("select indexrelid::regclass::text from pg_index where not indisvalid");
  expect(indexes).toEqual([]);
});
