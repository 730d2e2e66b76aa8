import type { AccountId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { day } from "./clock.ts";
import type { SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";
import { createRandom } from "./random.ts";

const officeHours = [1, 2, 3, 4, 5].map((weekday) => ({ day: weekday, from: "09:00", to: "18:00" }));

/**
 * Two rules for a branch with several sales, and a person who is away next week. Leads from messages have no rule: they
 * are shared in turn.
 */
export async function writeLeadRules(
  tx: SeedTx,
  { organizationId, accounts, branches, seed }: SeedOrganization,
  now: number,
): Promise<void> {
  const branchId = branches[0]?.branchId;
  const sales = accounts.filter(({ role, branches: at }) => role === "sales" && at.some((id) => id === branchId));
  const [first, second] = sales.map(({ accountId }) => accountId);
  if (!branchId || !first || !second) return;
  // A separate sequence of ids, so that all other ids stay the same.
  const random = createRandom(seed + 1);
  const author = accounts[0]?.accountId ?? first;
  const channels = await tx.selectFrom("lead_channel").select(["lead_channel_id", "name"]).execute();
  const channel = (name: string) => channels.find((one) => one.name === name)?.lead_channel_id ?? null;
  const rule = (name: string, way: "ratio" | "leastLeads") => ({
    organization_id: organizationId,
    rule_id: random.id() as RecordId,
    branch_id: branchId,
    channel_id: channel(name),
    secondary_channel_id: null,
    countries: [],
    districts: [],
    way,
    repeat_rule: "sameSales" as const,
    status: 1,
    emails: [],
    hours: JSON.stringify(officeHours),
    created_by: author,
    updated_by: author,
  });
  const [shared, fewest] = [rule("Google 搜尋", "ratio"), rule("門市洽詢", "leastLeads")];
  await tx.insertInto("lead_rule").values([shared, fewest]).execute();
  await tx
    .insertInto("lead_rule_member")
    .values([...members(shared, [first, second], [60, 40]), ...members(fewest, [first, second], [null, null])])
    .execute();
  const on = (days: number) => new Date(now + days * day).toISOString().slice(0, 10);
  await tx
    .insertInto("lead_absence")
    .values({
      organization_id: organizationId,
      absence_id: random.id() as RecordId,
      account_id: second,
      from_day: on(6),
      until_day: on(8),
      note: "特休",
      created_by: second,
    })
    .execute();
}

function members(
  rule: { organization_id: OrganizationId; rule_id: RecordId },
  people: readonly AccountId[],
  ratios: readonly (number | null)[],
) {
  return people.map((account_id, position) => ({
    organization_id: rule.organization_id,
    rule_id: rule.rule_id,
    account_id,
    position,
    ratio: ratios[position] ?? null,
    capacity: null,
    countries: [],
    districts: [],
    hours: "[]",
  }));
}
