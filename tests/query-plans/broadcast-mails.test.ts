import { RecordId } from "@homeroom/contract/ids";
import { claimMails, settleMails } from "@homeroom/server/modules/broadcast-plans/actions/mail-recipients";
import { runningPlan } from "@homeroom/server/modules/broadcast-plans/queries/running-plan";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { prepareDatabase, writeMany } from "@homeroom/server/platform/db/for-tests";
import { inTransaction } from "@homeroom/server/platform/db/transaction";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PlanWatch, watchPlans } from "./plan-watch.ts";

const [recipients, together] = [2_000, 50];
const base = prepareDatabase();
let watch: PlanWatch;
let organization: TestOrganization;
let planId: RecordId;

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  planId = await buildMailPlan(organization);
  watch = await watchPlans(base);
});
afterAll(() => watch?.close());

test("a plan that has just started, without statistics about it, reads only the mails whose turn it is", async () => {
  const { scope } = organization;
  const outcomes = await inTransaction(watch.db, scope, async (tx) => {
    const plan = await runningPlan(tx, scope, planId);
    if (!plan) throw new Error("The plan does not run");
    const readers = await claimMails(tx, scope, { plan, most: together });
    expect(readers).toHaveLength(together);
    return readers.map(({ id }) => ({ id, state: "accepted" as const }));
  });
  await inTransaction(watch.db, scope, (tx) => settleMails(tx, scope, { planId, outcomes }));
  const accesses = (await watch.take()).filter(({ table }) => table === "broadcast_recipient");
  expect(accesses.length).toBeGreaterThan(2);
  expect(accesses.filter(({ rowsRead }) => rowsRead > 2 * together)).toEqual([]);
});

async function buildMailPlan({ organizationId, branchIds }: TestOrganization): Promise<RecordId> {
  const id = RecordId.parse(v7());
  await base.owner.query(
    `insert into broadcast_plan (organization_id, plan_id, name, kind, branch_id, email_content, state, schedule_at)
     values ($1, $2, '暑期班', 'email', $3, '{"category":"marketing"}', 'running', now())`,
    [organizationId, id, branchIds[0]],
  );
  await writeMany(
    base,
    `insert into broadcast_recipient (organization_id, plan_id, lead_id, email, state)
     select $1, $2, gen_random_uuid(), 'parent-' || n || '@example.test', 'waiting' from generate_series(1, $3::int) as n`,
    [organizationId, id, recipients],
  );
  return id;
}
