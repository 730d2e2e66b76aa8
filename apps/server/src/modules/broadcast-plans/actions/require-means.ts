import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { lockMessages } from "#modules/billing/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { reservedThisMonth } from "../queries/plans.ts";
import { settingOf } from "../queries/settings.ts";

interface Messages {
  planId: RecordId;
  count: number;
}

/** Keeps what a plan's messages cost. Throws CHAT_QUOTA_EXCEEDED and PLAN_BALANCE_LOW when they cannot be paid for. */
export async function requireMeans(tx: Tx, scope: Scope, messages: Messages): Promise<void> {
  if (await isOverLimit(tx, scope, messages)) throw new AppError("CHAT_QUOTA_EXCEEDED");
  await lockMessages(tx, scope, { subjectId: messages.planId, count: messages.count });
}

/** Whether the month's limit is too small for these messages. */
export async function isOverLimit(tx: Tx, scope: Scope, { planId, count }: Messages): Promise<boolean> {
  // Plans that start at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} broadcast limit`}, 7021))`.execute(
    tx,
  );
  const { monthlyLimit } = await settingOf(tx, scope);
  if (monthlyLimit === null) return false;
  return (await reservedThisMonth(tx, scope, planId)) + count > monthlyLimit;
}
