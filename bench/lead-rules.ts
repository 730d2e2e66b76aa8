import type { AccountId } from "@homeroom/contract/ids";
import { LeadId, RecordId } from "@homeroom/contract/ids";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { type Arrival, assignLeads } from "@homeroom/server/modules/lead-rules/public";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { inTransaction } from "@homeroom/server/platform/db/transaction";
import { v7 } from "uuid";
import { spread } from "./measure/callers.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";

const atOnce = 50;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 10);
const batchOf = 500;
const shares = [41, 23, 14, 9, 8, 5];

await withBenchDatabase(measure);

async function measure({ owner, db }: BenchDatabase): Promise<void> {
  const organization = await buildOrganization(db, "連鎖補習班");
  const people: AccountId[] = [];
  for (const _share of shares) people.push((await buildAccount(db, organization, { role: "sales" })).accountId);
  await writeRule(owner, organization, people);
  const assign = (count: number) =>
    inTransaction(db, organization.scope, (tx) =>
      assignLeads(
        tx,
        organization.scope,
        Array.from({ length: count }, () => arrivalAt(organization)),
      ),
    );
  await assign(100);

  const alone: number[] = [];
  for (let n = 0; n < 50; n++) alone.push(await timed(() => assign(1)));
  const begun = performance.now();
  for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: atOnce }, () => assign(1)));
  const perSecond = (atOnce * rounds) / ((performance.now() - begun) / 1000);
  const batches: number[] = [];
  for (let n = 0; n < 5; n++) batches.push(await timed(() => assign(batchOf)));

  const atMost = (bound: number) => ({ wanted: { of: "own" as const, atMost: bound } });
  const figures: Figure[] = [
    { what: "one lead alone, p50", unit: "ms", own: spread(alone).p50 },
    { what: "one lead alone, p95", unit: "ms", own: spread(alone).p95 },
    { what: `${atOnce} transactions at once: leads per second`, unit: "/s", own: perSecond },
    { what: `a batch of ${batchOf}, p50`, unit: "ms", own: spread(batches).p50 },
    {
      what: "largest deviation from a share in any 100 consecutive leads",
      unit: "",
      own: await furthest(owner, people),
      ...atMost(1),
    },
  ];
  report({
    title: `Lead rules: one rule by share, ${shares.length} people, decided and recorded with its reason`,
    against: "none",
    figures,
  });
}

async function writeRule(owner: BenchDatabase["owner"], of: TestOrganization, people: readonly AccountId[]) {
  const ruleId = RecordId.parse(v7());
  await owner.query(
    `insert into lead_rule (organization_id, rule_id, branch_id, way, repeat_rule, created_by, updated_by)
     values ($1, $2, $3, 'ratio', 'sameSales', $4, $4)`,
    [of.organizationId, ruleId, of.branchIds[0], people[0]],
  );
  await owner.query(
    `insert into lead_rule_member (organization_id, rule_id, account_id, position, ratio)
     select $1, $2, id, place, ratio from unnest($3::uuid[], $4::int[]) with ordinality as given (id, ratio, place)`,
    [of.organizationId, ruleId, people, shares],
  );
}

function arrivalAt({ branchIds }: TestOrganization): Arrival {
  const channel = { channelId: null, secondaryChannelId: null };
  const lead = { leadId: LeadId.parse(v7()), branchId: branchIds[0], country: "TW", heldBy: null };
  return { ...lead, ...channel, kind: "new", at: new Date() };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Over all windows of 100 decisions: the largest deviation of anybody from their percentage. */
async function furthest(owner: BenchDatabase["owner"], people: readonly AccountId[]): Promise<number> {
  const { rows } = await owner.query<{ id: AccountId }>(
    "select sales_id as id from lead_assignment order by created_at, assignment_id",
  );
  let most = 0;
  for (let from = 0; from + 100 <= rows.length; from++) {
    const window = rows.slice(from, from + 100);
    for (const [at, person] of people.entries())
      most = Math.max(most, Math.abs(window.filter(({ id }) => id === person).length - (shares[at] ?? 0)));
  }
  return most;
}
