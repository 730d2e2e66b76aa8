import { timeZoneOf } from "#modules/organizations/public";
import { planLimitOf } from "#modules/plan-limits/public";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { monthOf } from "../rules.ts";

/** The images and bytes that an organisation has left. */
export interface Allowance {
  /** The first day of its month. */
  month: string;
  limit: number;
  used: number;
  storageLimit: number;
  storageUsed: number;
}

/** The allowance of the organisation's present month, by its plan. */
export async function allowanceOf(tx: Tx, scope: Scope): Promise<Allowance> {
  const { organizationId } = scope;
  const month = monthOf(today(await timeZoneOf(tx, scope, null)));
  const plan = await planLimitOf(tx, scope);
  const usage = await tx
    .selectFrom("ai_image_usage")
    .select("images")
    .where("organization_id", "=", organizationId)
    .where("month", "=", month)
    .executeTakeFirst();
  const storage = await tx
    .selectFrom("ai_image_storage")
    .select("bytes")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return {
    month,
    limit: plan?.images ?? 0,
    used: usage?.images ?? 0,
    storageLimit: plan?.storage_bytes ?? 0,
    storageUsed: storage?.bytes ?? 0,
  };
}
