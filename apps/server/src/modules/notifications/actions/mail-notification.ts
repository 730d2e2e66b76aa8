import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { NotificationKind } from "@homeroom/contract/notifications";
import { sql } from "kysely";
import { mailAddresses } from "#modules/accounts/public";
import { type LeadHead, leadHeads } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { postMail } from "#platform/mail/mail";
import type { Platform } from "#platform/server-module";
import { notificationMail } from "../mails/notification-mail.ts";
import type { Notification } from "../queries/my-notifications.ts";
import { settingsOf } from "../queries/settings.ts";
import { whoSees } from "../queries/who-sees.ts";
import { wants } from "../rules.ts";
import { claimMail } from "./claim-mail.ts";

/**
 * Mails a person a notification they have not read. Nothing is sent if they have read it, were mailed already, no
 * longer want such mails, had one about the same customer within 24 hours, or one about another assigned lead just now, or
 * no longer see the lead that the mail would name.
 */
export function mailNotification(
  { db, settings }: Pick<Platform, "db" | "settings">,
  scope: Scope,
  notificationId: RecordId,
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const told = await unreadUnmailed(tx, scope, notificationId);
    if (!told) return;
    const { account_id: accountId, kind, lead_id: leadId } = told;
    const setting = (await settingsOf(tx, scope, [accountId])).get(accountId);
    const [person] = await mailAddresses(tx, scope, [accountId]);
    if (!person || !setting || !wants(setting.choices[kind], "mail")) return;
    if (kind === "lead.assigned" && (await wasJustMailed(tx, scope, accountId))) return;
    const lead = leadId ? (await leadHeads(tx, scope, [leadId])).get(leadId) : undefined;
    if (lead && !(await mayReadName(tx, scope, { accountId, kind, lead }))) return;
    if (!(await claimMail(tx, scope, { accountId, kind, subjectId: leadId ?? told.subject_id }))) return;
    await tx
      .updateTable("notification")
      .set({ mailed_at: sql<Date>`now()` })
      .where("organization_id", "=", scope.organizationId)
      .where("notification_id", "=", notificationId)
      .execute();
    await postMail(tx, notificationMail(person, { ...told, leadName: lead?.nickname ?? "" }, settings.PUBLIC_URL));
  });
}

/** The kinds whose mail names the lead. */
const naming: ReadonlySet<NotificationKind> = new Set([
  "lead.assigned",
  "lead.reminder",
  "message.received",
  "assistant.handedOver",
  "note.mentioned",
  "message.notSent",
]);

/**
 * A mail waits for the end of quiet hours, and the lead may have changed hands since; its holder may work at another
 * branch, or in another role.
 */
async function mayReadName(
  tx: Tx,
  scope: Scope,
  { accountId, kind, lead }: { accountId: AccountId; kind: NotificationKind; lead: LeadHead },
): Promise<boolean> {
  return !naming.has(kind) || (await whoSees(tx, scope, { kind, lead, ids: [accountId] })).has(accountId);
}

function unreadUnmailed(tx: Tx, scope: Scope, notificationId: RecordId): Promise<Notification | undefined> {
  return (
    tx
      .selectFrom("notification")
      .selectAll()
      .where("organization_id", "=", scope.organizationId)
      .where("notification_id", "=", notificationId)
      .where("read_at", "is", null)
      // A repetition after the mail is news, even if the first one is still unread.
      .where(sql<boolean>`(mailed_at is null or mailed_at < happened_at)`)
      .forUpdate()
      .executeTakeFirst()
  );
}

/** The first mail lists all leads that a person gets at once. One mail to a person at a time. */
async function wasJustMailed(tx: Tx, scope: Scope, accountId: AccountId): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${accountId}`}, 0))`.execute(tx);
  const mailed = await tx
    .selectFrom("notification")
    .select("notification_id")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("kind", "=", "lead.assigned")
    .where("mailed_at", ">", sql<Date>`now() - interval '10 minutes'`)
    .limit(1)
    .executeTakeFirst();
  return mailed !== undefined;
}
