import { type AccountId, type LeadId, RecordId } from "@homeroom/contract/ids";
import type { NotificationKind } from "@homeroom/contract/notifications";
import { sql } from "kysely";
import { v7 } from "uuid";
import { leadHeads } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { settingsOf } from "../queries/settings.ts";
import { wants } from "../rules.ts";
import { publishArrival, publishRead } from "./publish-arrival.ts";

/** Something that one person should know. */
export interface News {
  accountId: AccountId;
  kind: NotificationKind;
  /** What it is about, and its version: the same version is told once, however often this is called. */
  subjectId: string;
  version: number;
  leadId?: LeadId;
  /** What its text names, never a secret. */
  details?: Record<string, string | number>;
}

/**
 * Tells a person of something, in the caller's transaction, in the ways that they have chosen. What is still unread of
 * the same subject becomes this.
 */
export async function notifyPerson(tx: Tx, scope: Scope, news: News): Promise<void> {
  const { accountId, kind, subjectId, version } = news;
  const setting = (await settingsOf(tx, scope, [accountId])).get(accountId);
  if (!setting || !wants(setting.choices[kind], "app")) return;
  const notificationId = RecordId.parse(v7());
  const written = await sql<{ notification_id: RecordId }>`
    insert into notification (organization_id, notification_id, account_id, kind, subject_id, subject_version, lead_id, details)
    select ${scope.organizationId}, ${notificationId}, ${accountId}, ${kind}, ${subjectId}, ${version}::bigint,
      ${news.leadId ?? null}::uuid, ${JSON.stringify(news.details ?? {})}::jsonb
    where not exists (
      select from notification told
      where told.organization_id = ${scope.organizationId} and told.account_id = ${accountId} and told.kind = ${kind}
        and told.subject_id = ${subjectId} and told.subject_version >= ${version}::bigint)
    on conflict (organization_id, account_id, kind, subject_id) where read_at is null do update
      set subject_version = excluded.subject_version, details = excluded.details, happened_at = excluded.happened_at
      where notification.subject_version < excluded.subject_version
    returning notification_id`.execute(tx);
  const [row] = written.rows;
  if (row) await publishArrival(tx, scope, kind, [{ accountId, notificationId: row.notification_id }]);
}

/** A lead changed hands: notifies the new owners, and withdraws the notifications of the previous ones. */
export function notifyOfAssignment(
  db: Database,
  scope: Scope,
  assignment: { leadId: LeadId; version: number; people: readonly AccountId[] },
): Promise<void> {
  const { leadId, version, people } = assignment;
  return inTransaction(db, scope, async (tx) => {
    const lead = (await leadHeads(tx, scope, [leadId])).get(leadId);
    const holders = lead ? [lead.salesId, lead.tutorId].filter((id) => id !== null) : [];
    await dropOf(tx, scope, leadId, holders);
    for (const accountId of people.filter((id) => holders.includes(id))) {
      await notifyPerson(tx, scope, { accountId, kind: "lead.assigned", subjectId: leadId, version, leadId });
    }
  });
}

/** What people who do not hold the lead have not read of it: they would find it closed. */
async function dropOf(tx: Tx, scope: Scope, leadId: LeadId, holders: readonly AccountId[]): Promise<void> {
  let gone = tx
    .deleteFrom("notification")
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .where("read_at", "is", null)
    .returning("account_id");
  if (holders.length > 0) gone = gone.where("account_id", "not in", [...holders]);
  const rows = await gone.execute();
  await publishRead(
    tx,
    scope,
    rows.map((row) => row.account_id),
  );
}
