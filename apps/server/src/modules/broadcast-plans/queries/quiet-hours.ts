import type { TemplateCategory } from "@homeroom/contract/message-templates";
import { timeZoneOf } from "#modules/organizations/public";
import { afterQuietHours } from "#platform/clock/quiet-hours";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Plan } from "./plans.ts";
import { settingOf } from "./settings.ts";

/**
 * When a plan of a branch may send, if the organisation's quiet hours prevent it at a given time; null: it may. They are
 * in the branch's time zone, and only for marketing: a message that tonight's class is cancelled must be sent tonight.
 */
export async function quietUntil(
  tx: Tx,
  scope: Scope,
  of: { branchId: Plan["branch_id"]; category: TemplateCategory; now: Date },
): Promise<Date | null> {
  if (of.category !== "marketing") return null;
  const { quietHours } = await settingOf(tx, scope);
  if (!quietHours) return null;
  const timeZone = await timeZoneOf(tx, scope, of.branchId);
  const until = afterQuietHours(of.now, { ...quietHours, timeZone });
  return until.getTime() === of.now.getTime() ? null : until;
}
