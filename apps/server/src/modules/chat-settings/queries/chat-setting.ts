import type { Hours } from "@homeroom/contract/hours";
import type { BranchId, OrganizationId } from "@homeroom/contract/ids";
import type { ChatSettingTable } from "@homeroom/database/holding-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

export type StoredSetting = Selectable<ChatSettingTable>;

/** The defaults while nobody has saved anything: the specification's figures. */
export const specifiedRules = {
  hold_idle_minutes: 10,
  reply_window_hours: 24,
  free_reply_seconds: 60,
  repeat_lead_days: 14,
  notify: "off",
  notify_after_minutes: 15,
  notify_emails: [],
  office_hours: [],
} as const satisfies Partial<StoredSetting>;

/** The rules for conversations at a branch: its own, else the organisation's, else the specification's. */
export interface ChatRulesInForce {
  holdIdleMinutes: number;
  repeatLeadDays: number;
  notify: StoredSetting["notify"];
  notifyAfterMinutes: number;
  notifyEmails: { name: string; email: string }[];
  officeHours: Hours[];
}

/** The rules in force at a branch. */
export async function chatRulesOf(tx: Tx, scope: Scope, branchId: BranchId): Promise<ChatRulesInForce> {
  const found = await tx
    .selectFrom("chat_setting")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where((by) => by.or([by("branch_id", "=", branchId), by("branch_id", "is", null)]))
    .orderBy("branch_id", (by) => by.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return inForce(found);
}

export function inForce(stored: StoredSetting | undefined): ChatRulesInForce {
  const from = stored ?? specifiedRules;
  return {
    holdIdleMinutes: from.hold_idle_minutes,
    repeatLeadDays: from.repeat_lead_days,
    notify: from.notify,
    notifyAfterMinutes: from.notify_after_minutes,
    notifyEmails: [...from.notify_emails],
    officeHours: [...from.office_hours],
  };
}

/** Every row of the organisation: its own and its branches'. */
export function storedSettings(tx: Tx, scope: Scope): Promise<StoredSetting[]> {
  return tx.selectFrom("chat_setting").selectAll().where("organization_id", "=", scope.organizationId).execute();
}

/** One row, locked until the transaction ends. */
export function lockSetting(tx: Tx, scope: Scope, branchId: BranchId | null): Promise<StoredSetting | undefined> {
  return tx
    .selectFrom("chat_setting")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("branch_id", branchId === null ? "is" : "=", branchId)
    .forUpdate()
    .executeTakeFirst();
}

/** The organisations that mail somebody when a customer waits. */
export async function organizationsThatMail(db: Database): Promise<OrganizationId[]> {
  const found = await inSystemTransaction(db, (tx) =>
    sql<{ organizationId: OrganizationId }>`
      select distinct organization_id as "organizationId" from chat_setting where notify <> 'off'`.execute(tx),
  );
  return found.rows.map(({ organizationId }) => organizationId);
}
