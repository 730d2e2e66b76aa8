import type { AccountInfo, PlanUse, PlanUseDay } from "@homeroom/contract/billing";
import { planUses } from "@homeroom/contract/billing";
import { sql } from "kysely";
import { timeZoneOf } from "#modules/organizations/public";
import { planLimitOf } from "#modules/plan-limits/public";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

type Uses = AccountInfo["uses"];

/** The use of each limit of the plan, and of messages. */
export async function usesOf(tx: Tx, scope: Scope): Promise<Uses> {
  return (await usesWithPeriods(tx, scope)).uses;
}

/** The same, with the period of each use: a month of images, a purchase of messages. A new period starts from zero. */
export async function usesWithPeriods(
  tx: Tx,
  scope: Scope,
): Promise<{ uses: Uses; periods: Record<PlanUse, string>; day: string }> {
  const limit = await planLimitOf(tx, scope);
  if (!limit) throw new Error("The organisation has no plan");
  const use = await tx
    .selectFrom("plan_use")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .executeTakeFirstOrThrow();
  const { messages, given } = await messageUse(tx, scope);
  const day = today(await timeZoneOf(tx, scope, null));
  return {
    uses: {
      storage: { used: use.storage_bytes, limit: limit.storage_bytes },
      messages,
      images: { used: use.images, limit: limit.images },
      staff: { used: use.staff, limit: limit.staff },
      branches: { used: use.branches, limit: limit.branches },
    },
    periods: { storage: "", messages: given, images: day.slice(0, 7), staff: "", branches: "" },
    day,
  };
}

/** A use by day, oldest first, with today's current value. */
export async function useHistory(
  tx: Tx,
  scope: Scope,
  { use, days }: { use: PlanUse; days: number },
): Promise<PlanUseDay[]> {
  const { uses, day } = await usesWithPeriods(tx, scope);
  const rows = await tx
    .selectFrom("plan_use_day")
    .select(["day as date", "used", "allowed as limit"])
    .where("organization_id", "=", scope.organizationId)
    .where("use", "=", use)
    .where("day", "<", day)
    .where("day", ">", sql<string>`${day}::date - ${days}::integer`)
    .orderBy("day")
    .execute();
  return [...rows, { date: day, ...uses[use] }];
}

/** Longer than the longest curve. */
const keptDays = 400;

/** Stores the use of a day; the last value of the day counts. The first one also removes old days. */
export async function storeDay(tx: Tx, scope: Scope, { uses, day }: { uses: Uses; day: string }): Promise<void> {
  const written = await tx
    .insertInto("plan_use_day")
    .values(
      planUses.map((use) => {
        const { used, limit: allowed } = uses[use];
        return { organization_id: scope.organizationId, use, day, used, allowed };
      }),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "use", "day"])
        .doUpdateSet(({ ref }) => ({ used: ref("excluded.used"), allowed: ref("excluded.allowed") }))
        .where(
          sql<boolean>`(plan_use_day.used, plan_use_day.allowed) is distinct from (excluded.used, excluded.allowed)`,
        ),
    )
    .returning(sql<boolean>`xmax = 0`.as("isNew"))
    .execute();
  if (!written.some(({ isNew }) => isNew)) return;
  await tx
    .deleteFrom("plan_use_day")
    .where("organization_id", "=", scope.organizationId)
    .where("use", "in", [...planUses])
    .where("day", "<", sql<string>`${day}::date - ${keptDays}::integer`)
    .execute();
}

/** Messages are measured against the balance after the last purchase, grant or trial. */
async function messageUse(tx: Tx, scope: Scope): Promise<{ messages: Uses["messages"]; given: string }> {
  const found = await sql<{ available: number; position: number; given: number }>`
    select b.balance as available, last.position, last.to_balance as given
    from ledger_balance b
    cross join lateral (
      select e.position, e.to_balance from ledger_entry e
      where e.organization_id = b.organization_id and e.unit = 'message' and e.from_place = 'outside'
      order by e.position desc limit 1) last
    where b.organization_id = ${scope.organizationId} and b.unit = 'message' and b.place = 'available'`.execute(tx);
  const [row] = found.rows;
  if (!row) return { messages: { used: 0, limit: 0 }, given: "" };
  const limit = Math.max(row.given, row.available);
  return { messages: { used: limit - row.available, limit }, given: String(row.position) };
}
