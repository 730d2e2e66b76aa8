import { beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { workplaceOf } from "#modules/organizations/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { planLimitOf, requireRoom } from "./public.ts";

const base = prepareDatabase();
let seller: TestOrganization;
let centre: TestOrganization;

beforeAll(async () => {
  seller = await buildOrganization(base.db, "Homeroom");
  await base.owner.query("insert into plan_seller (organization_id) values ($1)", [seller.organizationId]);
  await base.owner.query(
    `insert into plan_terms (plan, valid_from, storage_bytes, images, staff, branches)
     values ('trial', '2026-02-01', 1000, 5, 2, 3)`,
  );
});
beforeEach(async () => {
  centre = await buildOrganization(base.db);
  await base.owner.query("update organization set membership = 'trial' where organization_id = $1", [
    centre.organizationId,
  ]);
});

const room = (use: "staff" | "branches" | "storage", more?: number, of = centre) =>
  inTransaction(base.db, of.scope, (tx) => requireRoom(tx, of.scope, use, more));

test("the last place is granted, the next one is refused with the number", async () => {
  await buildAccount(base.db, centre, {});
  await room("staff");
  await buildAccount(base.db, centre, {});
  await expect(room("staff")).rejects.toMatchObject({ code: "PLAN_LIMIT_REACHED", data: { n: 2 } });
});

test("storage is refused from the first byte that does not fit", async () => {
  await room("storage", 1000);
  await expect(room("storage", 1001)).rejects.toMatchObject({ code: "STORAGE_FULL" });
});

test("the organisation that sells plans is not limited", async () => {
  await expect(room("storage", 5000, seller)).resolves.toBeUndefined();
});

const period = (name: string, from: string, until: string) =>
  base.owner.query(
    `insert into plan_period (organization_id, period_id, plan, starts_at, ends_at, days, amount_minor, paid_months, granted_months)
     values ($1, gen_random_uuid(), $2, now() + $3::interval, now() + $4::interval, 30, 0, 1, 1)`,
    [centre.organizationId, name, from, until],
  );

test("the paid plan counts, even after its end", async () => {
  const plan = () =>
    inTransaction(base.db, centre.scope, async (tx) => (await planLimitOf(tx, centre.scope))?.plan ?? null);
  expect(await plan()).toBe("trial");
  await period("basic", "-60 days", "-30 days");
  expect(await plan()).toBe("basic");
  await period("advanced", "-30 days", "-1 day");
  expect(await plan()).toBe("advanced");
  await period("basic", "1 day", "31 days");
  expect(await plan()).toBe("advanced");
});

test("a trial is over once it has ended, until a plan is bought", async () => {
  const isOver = () =>
    inTransaction(base.db, centre.scope, async (tx) => {
      const place = await workplaceOf(tx, centre.scope, centre.branchIds[0]);
      return place?.trialOver;
    });
  const set = (values: string) =>
    base.owner.query(`update organization set ${values} where organization_id = $1`, [centre.organizationId]);
  await set("expires_at = now() + interval '1 day'");
  expect(await isOver()).toBe(false);
  await set("expires_at = now() - interval '1 day'");
  expect(await isOver()).toBe(true);
  await set("membership = 'expired'");
  expect(await isOver()).toBe(true);
  await period("basic", "-60 days", "-30 days");
  expect(await isOver()).toBe(false);
});
