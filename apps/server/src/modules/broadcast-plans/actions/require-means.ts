import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { lockMessages } from "#modules/billing/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { reservedThisMonth } from "../queries/month-use.ts";
import { settingOf } from "../queries/settings.ts";

interface Messages {
  planId: RecordId;
  count: number;
}

/**
 * Reserves the cost of a plan's messages. Throws PLAN_MONTHLY_LIMIT if the organisation's own limit leaves too few, and
 * CHAT_QUOTA_EXCEEDED and PLAN_BALANCE_LOW if they cannot be paid for.
 */
export async function requireMeans(tx: Tx, scope: Scope, messages: Messages): Promise<void> {
  const limit = await limitPassed(tx, scope, messages);
  if (limit) throw new AppError("PLAN_MONTHLY_LIMIT", inGroups(limit));
  await lockMessages(tx, scope, { subjectId: messages.planId, count: messages.count });
}

/** With thousands separators, which all three languages share. */
function inGroups(counts: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count.toLocaleString("en")]));
}

/** The month's limit and what is left of it, if that is too little for these messages; null: they fit. */
export async function limitPassed(
  tx: Tx,
  scope: Scope,
  { planId, count }: Messages,
): Promise<{ limit: number; left: number; count: number } | null> {
  // Plans that start at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} broadcast limit`}, 7021))`.execute(
    tx,
  );
  const { monthlyLimit: limit } = await settingOf(tx, scope);
  if (limit === null) return null;
  const left = Math.max(0, limit - (await reservedThisMonth(tx, scope, planId)));
  return count > left ? { limit, left, count } : null;
}
