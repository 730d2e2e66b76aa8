import { type AccountId, type LeadId, RecordId } from "@homeroom/contract/ids";
import type { NotificationKind } from "@homeroom/contract/notifications";
import { sql } from "kysely";
import { v7 } from "uuid";
import { type LeadHead, leadHeads } from "#modules/leads/public";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { settingsOf } from "../queries/settings.ts";
import { whoSees } from "../queries/who-sees.ts";
import { wants } from "../rules.ts";
import { publishArrival, publishRead } from "./publish-arrival.ts";

/** A notification for one person. */
export interface News {
  accountId: AccountId;
  kind: NotificationKind;
  /** The subject and its version. Idempotent: the same version is notified once. */
  subjectId: string;
  version: number;
  leadId?: LeadId;
  /** The values in its text, never a secret. */
  details?: Record<string, string | number>;
}

/**
 * Notifies a person in the caller's transaction, through their chosen channels. Replaces an unread notification of
 * the same subject.
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

/** A lead changed hands: notifies the new owners, and withdraws notifications that the previous ones can no longer open. */
export function notifyOfAssignment(
  db: Database,
  scope: Scope,
  assignment: { leadId: LeadId; version: number; people: readonly AccountId[] },
): Promise<void> {
  const { leadId, version, people } = assignment;
  return inTransaction(db, scope, async (tx) => {
    const lead = (await leadHeads(tx, scope, [leadId])).get(leadId);
    const holders = lead ? [lead.salesId, lead.tutorId].filter((id) => id !== null) : [];
    await dropOf(tx, scope, { leadId, lead, holders });
    for (const accountId of people.filter((id) => holders.includes(id))) {
      await notifyPerson(tx, scope, { accountId, kind: "lead.assigned", subjectId: leadId, version, leadId });
    }
  });
}

/** The kinds that are only for the owners of a lead. */
const ofHolders: ReadonlySet<NotificationKind> = new Set(["lead.assigned", "message.received", "assistant.handedOver"]);

interface UnheldLead {
  leadId: LeadId;
  /** Undefined if it no longer exists. */
  lead: LeadHead | undefined;
  holders: readonly AccountId[];
}

/**
 * Unread notifications about a lead of people who do not own it, if they were for its owners or the lead is out of their sight:
 * they could not open it.
 */
async function dropOf(tx: Tx, scope: Scope, { leadId, lead, holders }: UnheldLead): Promise<void> {
  const rows = await tx
    .selectFrom("notification")
    .select(["notification_id as id", "account_id as accountId", "kind"])
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .where("read_at", "is", null)
    .orderBy("notification_id")
    .forUpdate()
    .execute();
  const ofOthers = rows.filter(({ accountId }) => !holders.includes(accountId));
  const gone: typeof rows = [];
  for (const [kind, told] of Map.groupBy(ofOthers, (row) => row.kind)) {
    const ids = told.map(({ accountId }) => accountId);
    const isOpen = lead?.deletedAt === null && !ofHolders.has(kind);
    // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
    const seers = isOpen ? await whoSees(tx, scope, { kind, lead, ids }) : new Set<AccountId>();
    gone.push(...told.filter(({ accountId }) => !seers.has(accountId)));
  }
  if (gone.length === 0) return;
  await tx
    .deleteFrom("notification")
    .where("organization_id", "=", scope.organizationId)
    .where(
      isOneOf(
        "notification_id",
        gone.map(({ id }) => id),
      ),
    )
    .execute();
  await publishRead(
    tx,
    scope,
    gone.map(({ accountId }) => accountId),
  );
}
