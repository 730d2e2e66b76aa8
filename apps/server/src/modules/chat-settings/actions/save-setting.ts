import { type ChatRules, chatSettings } from "@homeroom/contract/chat-settings";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { type BranchId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { branchById } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { requireReach } from "../policy.ts";
import { chatRulesOf, inForce, lockSetting, type StoredSetting } from "../queries/chat-setting.ts";

type SettingRequest = RequestOf<typeof chatSettings.saveSetting>;
type Form = SettingRequest & Pick<ChatRules, "officeHours">;

/**
 * Saves the rules for conversations, of the organisation or a branch. Throws STALE_DATA when somebody saved since
 * `version`, and PERMISSION_DENIED or NOT_FOUND outside the actor's scope. Idempotent: the same values change nothing.
 */
export function saveSetting(db: Database, actor: Actor, sent: SettingRequest): Promise<number> {
  requireAccess(actor, chatSettings.saveSetting);
  const scope = scopeOf(actor, "org:chat:edit");
  requireReach(scope, sent.branchID);
  if (sent.notify === "custom" && sent.notifyEmails.length === 0)
    refuseFaults([{ field: "notifyEmails", name: "CHAT_CUSTOM_EMAIL_REQUIRED" }]);
  return inTransaction(db, scope, async (tx) => {
    const name = await nameOf(tx, scope, sent.branchID);
    const before = await lockSetting(tx, scope, sent.branchID);
    const inherited = before || sent.branchID === null ? inForce(before) : await chatRulesOf(tx, scope, sent.branchID);
    const form = { ...sent, officeHours: sent.officeHours ?? inherited.officeHours };
    const columns = columnsOf(form);
    // A retry after a lost answer has a version that its own first attempt made stale.
    if (before && isSame(before, form)) return before.version;
    requireVersion({ version: before?.version ?? 0 }, form.version);
    const version = await write(tx, scope, { actor, branchId: form.branchID, before, columns });
    await recordChange(tx, actor, {
      module: "setting",
      action: before ? "edited" : "created",
      subject: { type: "chatSetting", id: form.branchID ?? scope.organizationId, name },
      ...(before && { before: wordsOf(before) }),
      after: wordsOf({ ...columns, ...asRead(form) }),
    });
    return version;
  });
}

/** Deletes a branch's own rules. Does nothing if it has none. */
export function adoptDefaultSetting(db: Database, actor: Actor, branchId: BranchId): Promise<void> {
  requireAccess(actor, chatSettings.useDefault);
  const scope = scopeOf(actor, "org:chat:edit");
  requireReach(scope, branchId);
  return inTransaction(db, scope, async (tx) => {
    const name = await nameOf(tx, scope, branchId);
    const before = await lockSetting(tx, scope, branchId);
    if (!before) return;
    await tx
      .deleteFrom("chat_setting")
      .where("organization_id", "=", scope.organizationId)
      .where("branch_id", "=", branchId)
      .execute();
    const subject = { type: "chatSetting", id: branchId, name };
    await recordChange(tx, actor, { module: "setting", action: "deleted", subject, before: wordsOf(before) });
  });
}

async function nameOf(tx: Tx, scope: Scope, branchId: BranchId | null): Promise<string> {
  if (branchId === null) return "";
  const branch = await branchById(tx, scope, branchId);
  if (!branch) throw new AppError("NOT_FOUND");
  return branch.name;
}

function columnsOf(form: Form) {
  return {
    hold_idle_minutes: form.holdIdleMinutes,
    repeat_lead_days: form.repeatLeadDays,
    notify: form.notify,
    notify_after_minutes: form.notifyAfterMinutes,
    notify_emails: JSON.stringify(form.notifyEmails),
    office_hours: JSON.stringify(form.officeHours),
  };
}

/** The JSON columns as they are read. */
function asRead({ notifyEmails, officeHours }: Form) {
  return { notify_emails: notifyEmails, office_hours: officeHours };
}

function wordsOf(of: Pick<StoredSetting, keyof ReturnType<typeof columnsOf>>) {
  return {
    holdIdleMinutes: of.hold_idle_minutes,
    repeatLeadDays: of.repeat_lead_days,
    notify: of.notify,
    notifyAfterMinutes: of.notify_after_minutes,
    notifyEmails: of.notify_emails.map(({ name, email }) => `${name} ${email}`).join(", "),
    officeHours: of.office_hours.map(({ day, from, to }) => `${day} ${from}–${to}`).join(", "),
  };
}

function isSame(stored: StoredSetting, form: Form): boolean {
  const wanted = wordsOf({ ...columnsOf(form), ...asRead(form) });
  return JSON.stringify(wordsOf(stored)) === JSON.stringify(wanted);
}

async function write(
  tx: Tx,
  scope: Scope,
  of: {
    actor: Actor;
    branchId: BranchId | null;
    before: StoredSetting | undefined;
    columns: ReturnType<typeof columnsOf>;
  },
): Promise<number> {
  const by = { updated_by: of.actor.accountId, updated_at: sql<Date>`now()` };
  if (of.before) {
    const version = of.before.version + 1;
    await tx
      .updateTable("chat_setting")
      .set({ ...of.columns, ...by, version })
      .where("organization_id", "=", scope.organizationId)
      .where("setting_id", "=", of.before.setting_id)
      .execute();
    return version;
  }
  const made = await tx
    .insertInto("chat_setting")
    .values({
      organization_id: scope.organizationId,
      setting_id: RecordId.parse(v7()),
      branch_id: of.branchId,
      ...of.columns,
      ...by,
    })
    // Of two simultaneous first saves one wins; the other was written without seeing it.
    .onConflict((on) => on.columns(["organization_id", "branch_id"]).doNothing())
    .returning("version")
    .executeTakeFirst();
  if (!made) throw new AppError("STALE_DATA");
  return made.version;
}
