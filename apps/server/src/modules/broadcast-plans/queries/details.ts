import { type PlanDetailRow, type recipientResults, recipientStates } from "@homeroom/contract/broadcast-plans";
import type { RecordId } from "@homeroom/contract/ids";
import { type RawBuilder, sql } from "kysely";
import { containing } from "#platform/db/containing";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Plan } from "./plans.ts";

export interface DetailPage {
  planId: RecordId;
  result?: readonly (typeof recipientResults)[number][] | undefined;
  keywords?: string | undefined;
}

type DetailRow = Omit<PlanDetailRow, "recordID" | "result" | `${string}Time`> & {
  recipientId: number;
  queuedAt: Date | null;
  nextTryAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  repliedAt: Date | null;
  clickedAt: Date | null;
};

const reached = sql`recipient.state in ('accepted', 'sent', 'delivered', 'read')`;

/** Results that are not states. */
const conditions: Readonly<Record<string, RawBuilder<unknown>>> = {
  replied: sql`recipient.replied_at is not null`,
  clicked: sql`recipient.clicked_at is not null`,
  unanswered: sql`(${reached} and recipient.replied_at is null)`,
  readUnanswered: sql`(recipient.state = 'read' and recipient.replied_at is null)`,
  notClicked: sql`(${reached} and recipient.clicked_at is null)`,
};

/** Counting stops here. */
const maxCounted = 10_000;

/**
 * The number of recipients that match the filters, from the plan's counters, for callers who see all leads; null: they must
 * be counted.
 */
export function keptCount(
  scope: Scope,
  plan: Plan,
  { result = [], keywords }: Omit<DetailPage, "planId">,
): number | null {
  if (scope.reach !== "organization" || keywords || result.length > 1) return null;
  const [only] = result;
  if (!only) return plan.total + plan.excluded;
  const { excluded, failed, read, replied, clicked } = plan;
  const kept: Partial<Record<typeof only, number>> = { excluded, failed, read, replied, clicked };
  return kept[only] ?? null;
}

/** The number of recipients that match the filters, up to `maxCounted`. */
export async function countDetails(tx: Tx, scope: Scope, page: DetailPage): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from (select ${fromRecipients(scope, page)} limit ${maxCounted + 1}) as found`.execute(
    tx,
  );
  return found.rows[0]?.count ?? 0;
}

/** Recipients of a plan in order, for leads that the scope sees; numbers without a lead are visible to all who see the branch. */
export async function detailsAfter(
  tx: Tx,
  scope: Scope,
  page: DetailPage & { after: number; limit: number; offset?: number },
): Promise<{ rows: PlanDetailRow[]; last: number | null }> {
  const found = await sql<DetailRow>`
    select recipient.recipient_id as "recipientId", recipient.lead_id as "leadId", coalesce(lead.nickname, '') as nickname,
      coalesce('+' || recipient.phone, '') as phone, coalesce(recipient.email, '') as email,
      coalesce(recipient.detail, '') as detail, recipient.clicked_at as "clickedAt", recipient.state, recipient.reason, recipient.queued_at as "queuedAt",
      case when recipient.state = 'waiting' then recipient.next_try_at end as "nextTryAt",
      recipient.delivered_at as "deliveredAt", recipient.read_at as "readAt", recipient.replied_at as "repliedAt"
    ${fromRecipients(scope, page)} and recipient.recipient_id > ${page.after}
    order by recipient.recipient_id limit ${page.limit + 1} offset ${page.offset ?? 0}`.execute(tx);
  const shown = found.rows.slice(0, page.limit);
  const last = found.rows.length > page.limit ? shown.at(-1)?.recipientId : undefined;
  return { rows: shown.map(rowOf), last: last ?? null };
}

function rowOf({
  recipientId,
  queuedAt,
  nextTryAt,
  deliveredAt,
  readAt,
  repliedAt,
  clickedAt,
  ...row
}: DetailRow): PlanDetailRow {
  return {
    ...row,
    recordID: String(recipientId),
    result: repliedAt ? "replied" : row.state,
    nextTryTime: nextTryAt?.toISOString() ?? null,
    sendTime: queuedAt?.toISOString() ?? null,
    deliveredTime: deliveredAt?.toISOString() ?? null,
    readTime: readAt?.toISOString() ?? null,
    replyTime: repliedAt?.toISOString() ?? null,
    clickTime: clickedAt?.toISOString() ?? null,
  };
}

function fromRecipients(scope: Scope, { planId, result, keywords }: DetailPage) {
  const states = (result ?? []).filter((one) => recipientStates.some((state) => state === one));
  const wanted = [
    ...(states.length > 0 ? [sql`recipient.state = any(${sql.val(states)}::text[])`] : []),
    ...(result ?? []).flatMap((one) => conditions[one] ?? []),
  ];
  const words = containing(keywords);
  const unknown = scope.reach === "own" ? sql`false` : sql`lead.lead_id is null`;
  return sql`
    from broadcast_recipient recipient
    left join broadcast_lead lead on lead.organization_id = recipient.organization_id and lead.lead_id = recipient.lead_id
    where recipient.organization_id = ${scope.organizationId} and recipient.plan_id = ${planId}
      and (${unknown} or ${visibleRows(scope, "lead")})
      ${wanted.length > 0 ? sql`and (${sql.join(wanted, sql` or `)})` : sql``}
      ${keywords ? sql`and (recipient.phone like ${words} or recipient.email ilike ${words} or lead.nickname ilike ${words})` : sql``}`;
}
