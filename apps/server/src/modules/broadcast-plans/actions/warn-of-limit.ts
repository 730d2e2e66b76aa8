import { sql } from "kysely";
import { colleaguesWhoMay } from "#modules/accounts/public";
import { timeZoneOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { limitNear } from "../events.ts";
import { reservedThisMonth } from "../queries/month-use.ts";
import type { Plan } from "../queries/plans.ts";
import { settingOf } from "../queries/settings.ts";
import { levelReached } from "../rules/plan-rules.ts";

/**
 * Notifies the people who can change the monthly limit when a plan raises its use to a warning level: once, when its messages
 * first count towards the month. `before`: the month's use at that time, including its part of the plan.
 */
export async function warnOfLimit(
  tx: Tx,
  scope: Scope,
  { plan, before, messages }: { plan: Plan; before: number; messages: number },
): Promise<void> {
  const { monthlyLimit: limit, warningLevels: levels } = await settingOf(tx, scope);
  if (limit === null || !plan.branch_id) return;
  const after = (await reservedThisMonth(tx, scope, plan.plan_id)) + messages;
  const level = levelReached({ levels, limit, before, after });
  if (level === null) return;
  const zone = await timeZoneOf(tx, scope, null);
  const month = await sql<{ month: string }>`select to_char(now() at time zone ${zone}, 'YYYY-MM') as month`.execute(
    tx,
  );
  const people = await colleaguesWhoMay(tx, scope, { permission: "bulk:setting:edit", branchId: plan.branch_id });
  const payload = { level, month: month.rows[0]?.month ?? "", people };
  await emit(tx, limitNear, { organizationId: scope.organizationId, aggregateId: plan.plan_id, payload });
}
