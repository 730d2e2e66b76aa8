import type { LineTrackingSetting } from "@homeroom/contract/line-tracking";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";

export type StoredTracking = Selectable<Schema["line_tracking_setting"]>;

/** The organisation's LINE tag; undefined: none. */
export function trackingSetting(
  tx: Tx,
  { organizationId }: Pick<Scope, "organizationId">,
): Promise<StoredTracking | undefined> {
  return tx
    .selectFrom("line_tracking_setting")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}

/** The setting without its key, and the results of the conversions of thirty days. */
export async function presentTracking(
  tx: Tx,
  scope: Scope,
  { secrets, mayEdit }: { secrets: Platform["secrets"]; mayEdit: boolean },
): Promise<LineTrackingSetting> {
  const setting = await trackingSetting(tx, scope);
  const token = setting ? (secrets.open(setting.secrets)["token"] ?? "") : "";
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from line_tracking_event
    where organization_id = ${scope.organizationId} and happened_at > now() - interval '30 days'
    group by state`.execute(tx);
  const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    tagID: setting?.tag_id ?? "",
    accessToken: { hasValue: token !== "", last4: token.slice(-4) },
    status: setting?.status ?? 0,
    problem: setting?.problem ?? null,
    sentCount: countOf("sent"),
    waitingCount: countOf("waiting"),
    failedCount: countOf("failed"),
    version: setting?.version ?? 0,
    mayEdit,
  };
}

/** Whether what visitors do on a page can be reported. */
export async function canTrack(tx: Tx, scope: Scope): Promise<boolean> {
  return (await trackingSetting(tx, scope))?.status === 1;
}

export interface DueEvent {
  eventId: string;
  kind: "press" | "form";
  click: string;
  phoneHash: string;
  emailHash: string;
  lineUser: string;
  /** LINE's number of the account that knows the visitor; empty: none does. */
  lineChannel: string;
  at: Date;
  attempts: number;
  pageId: string;
}

/** Events of an organisation that are due, the oldest first. */
export async function dueEvents(
  tx: Tx,
  { organizationId }: Scope,
  { now, limit }: { now: Date; limit: number },
): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    select event_id as "eventId", kind, click, phone_hash as "phoneHash", email_hash as "emailHash",
      line_user as "lineUser", line_channel as "lineChannel", happened_at as at, attempts, page_id as "pageId"
    from line_tracking_event
    where organization_id = ${organizationId} and state = 'waiting' and due_at <= ${now}
    order by due_at, event_id limit ${limit}`.execute(tx);
  return rows;
}
