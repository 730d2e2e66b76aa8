import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { prepareDatabase } from "./for-tests.ts";
import { removeOldRows } from "./remove-old-rows.ts";

const organizationId = "0199d000-0001-7000-8000-000000000001";
const base = prepareDatabase();

beforeAll(async () => {
  await base.owner.query(`
    insert into organization (organization_id, name) values ('${organizationId}', 'Centre');
    insert into outbox (organization_id, event, aggregate_id, payload, published_at)
      select '${organizationId}', 'event ' || number, gen_random_uuid(), '{}',
        case when number > 5 then now() - interval '1 year' end
      from generate_series(1, 4505) number`);
});

const isOld = sql`published_at < now() - interval '3 days'`;
const removeSome = () => removeOldRows(base.db, "outbox", isOld);
const left = async () => Number((await base.owner.query("select count(*) from outbox")).rows[0].count);

test("rows are removed in batches, those in use later, and only those that meet the condition", async () => {
  const user = await base.owner.connect();
  await user.query("begin; select from outbox where event in ('event 7', 'event 8') for update");
  expect(await removeSome()).toBe(true);
  expect(await left()).toBe(2505);
  expect([await removeSome(), await removeSome()]).toEqual([true, false]);
  expect(await left()).toBe(7);
  await user.query("commit");
  user.release();
  expect(await removeSome()).toBe(false);
  expect(await left()).toBe(5);
});

test("two processes that remove at once do not block each other, and remove each row once", async () => {
  await base.owner.query("update outbox set published_at = now() - interval '4 days'");
  expect(await Promise.all([removeSome(), removeSome()])).toEqual([false, false]);
  expect(await left()).toBe(0);
});
