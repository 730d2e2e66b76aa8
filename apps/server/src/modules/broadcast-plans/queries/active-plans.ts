import { type PlanKind, planLimits } from "@homeroom/contract/broadcast-plans";
import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { type RawBuilder, sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

/** Plans per round; the next round takes the rest. */
const atOnce = 200;

export interface ActivePlan {
  organizationId: OrganizationId;
  planId: RecordId;
  state: "pending" | "running";
  kind: PlanKind;
}

/**
 * Plans of all organisations that are due or have something to send, earliest first. If there are more than fit a round, it is
 * a random part, so that plans which only wait do not block others.
 */
export async function activePlans(db: Database): Promise<ActivePlan[]> {
  const found = await inSystemTransaction(db, (tx) =>
    sql<ActivePlan>`
      select organization_id as "organizationId", plan_id as "planId", state, kind from (
        select organization_id, plan_id, state, kind, schedule_at from broadcast_plan
        where deleted_at is null
          and ((state = 'pending' and schedule_at <= now()) or (state = 'running' and paused_at is null))
        order by random() limit ${atOnce}) as part
      order by schedule_at`.execute(tx),
  );
  return found.rows;
}

/** The work that waits for a worker, across organisations. */
export interface WaitingWork {
  /** A plan is due, or one of messages is running. */
  messages: boolean;
  /** A plan of mails is running. */
  mails: boolean;
  /** Recipients have news to apply. */
  news: boolean;
}

/** Whether there is work, in one statement. */
export async function waitingWork(db: Database): Promise<WaitingWork> {
  const running = (kind: PlanKind) =>
    sql`exists (select from broadcast_plan where deleted_at is null and state = 'running' and paused_at is null and kind = ${kind})`;
  const found = await inSystemTransaction(db, (tx) =>
    sql<WaitingWork>`
      select exists (select from broadcast_plan where deleted_at is null and state = 'pending' and schedule_at <= now())
          or ${running("whatsapp")} as messages,
        ${running("email")} as mails, exists (select from broadcast_news) as news`.execute(tx),
  );
  return found.rows[0] ?? { messages: false, mails: false, news: false };
}

/** Organisations whose recipients have news to apply. */
export function organizationsWithNews(db: Database): Promise<OrganizationId[]> {
  return organizationsIn(db, sql`broadcast_news`);
}

/** Organisations with messages that have been without a status for too long. */
export function organizationsWithSilence(db: Database): Promise<OrganizationId[]> {
  return organizationsIn(
    db,
    sql`broadcast_recipient where state in ('unsure', 'accepted', 'sent') and message_id is not null
      and queued_at < now() - make_interval(days => ${planLimits.replyDays})`,
  );
}

async function organizationsIn(db: Database, rows: RawBuilder<unknown>): Promise<OrganizationId[]> {
  const found = await inSystemTransaction(db, (tx) =>
    sql<{ organizationId: OrganizationId }>`
      select distinct organization_id as "organizationId" from ${rows} limit ${atOnce}`.execute(tx),
  );
  return found.rows.map(({ organizationId }) => organizationId);
}
