import type { PlanKind, PlanState } from "@homeroom/contract/broadcast-plans";
import type { AccountId, BranchId, ChannelId, RecordId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import type { BroadcastPlanTable } from "@homeroom/database/broadcast-tables";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { containing } from "#platform/db/containing";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";

export type Plan = Selectable<BroadcastPlanTable>;

/** A plan belongs to its channel's branch; a draft without a channel belongs to its author. */
function visiblePlans(scope: Scope): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`organization_id = ${scope.organizationId}`, sql<SqlBool>`deleted_at is null`];
  if (scope.branchIds)
    parts.push(
      sql<SqlBool>`(branch_id = any(${sql.val([...scope.branchIds])}::uuid[])
        or (branch_id is null and created_by = ${scope.accountId}))`,
    );
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

/** Tests are only found by their id. */
const noTest = sql<SqlBool>`not is_test`;

export interface PlanPage extends PageRequest {
  keywords?: string | undefined;
  channel?: ChannelId | undefined;
  kind?: PlanKind | undefined;
  states?: readonly PlanState[] | undefined;
  /** Created on these days, both included, in `zone`. */
  startTime?: string | undefined;
  endTime?: string | undefined;
  /** Started sending on these days, in `zone`. */
  startedFrom?: string | undefined;
  startedTo?: string | undefined;
  branchID?: BranchId | undefined;
  creatorID?: AccountId | undefined;
  zone: string;
}

/** A page of the plans that a scope sees, newest first. */
export async function listPlans(
  tx: Tx,
  scope: Scope,
  page: PlanPage,
): Promise<{ plans: Plan[]; total: number; nextCursor: string | null }> {
  const matching = sql.join([visiblePlans(scope), noTest, ...conditions(page)], sql` and `);
  const after = afterNewest(page.cursor, "created_at", "plan_id");
  const found = await sql<Plan & { moment: string }>`
    select *, created_at::text as moment from broadcast_plan where ${matching} and ${after}
    order by created_at desc, plan_id desc limit ${page.pageSize + 1} offset ${skippedOf(page)}`.execute(tx);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from broadcast_plan where ${matching}`.execute(tx);
  const { rows: plans, nextCursor } = cutPage(found.rows, page.pageSize, (last) => ({
    value: last.moment,
    id: last.plan_id,
  }));
  return {
    plans,
    total: counted.rows[0]?.total ?? 0,
    nextCursor,
  };
}

/** The authors of the plans that a scope sees. */
export async function creatorsOfPlans(tx: Tx, scope: Scope): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select distinct created_by as id from broadcast_plan
    where ${visiblePlans(scope)} and ${noTest} and created_by is not null`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The names of those of these plans that a scope sees. */
export async function planNames(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<Map<RecordId, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: RecordId; name: string }>`
    select plan_id as id, name from broadcast_plan
    where ${visiblePlans(scope)} and plan_id = any(${sql.val([...ids])}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The newest plans that a scope sees with the words in their name. */
export async function findPlans(
  tx: Tx,
  scope: Scope,
  { keywords, limit }: { keywords: string; limit: number },
): Promise<Pick<Plan, "plan_id" | "name">[]> {
  const matching = sql.join([visiblePlans(scope), noTest, ...conditions({ keywords })], sql` and `);
  const { rows } = await sql<Pick<Plan, "plan_id" | "name">>`
    select plan_id, name from broadcast_plan where ${matching}
    order by created_at desc, plan_id desc limit ${limit}`.execute(tx);
  return rows;
}

function conditions({
  keywords,
  channel,
  kind,
  states,
  branchID,
  creatorID,
  zone,
  ...days
}: Partial<PlanPage>): RawBuilder<SqlBool>[] {
  const words = containing(keywords);
  return [
    ...(keywords ? [sql<SqlBool>`name ilike ${words}`] : []),
    ...(channel ? [sql<SqlBool>`channel_id = ${channel}`] : []),
    ...(kind ? [sql<SqlBool>`kind = ${kind}`] : []),
    ...(states?.length ? [sql<SqlBool>`state = any(${sql.val([...states])}::text[])`] : []),
    ...(branchID ? [sql<SqlBool>`branch_id = ${branchID}`] : []),
    ...(creatorID ? [sql<SqlBool>`created_by = ${creatorID}`] : []),
    ...onDays("created_at", { from: days.startTime, to: days.endTime, zone }),
    ...onDays("started_at", { from: days.startedFrom, to: days.startedTo, zone }),
  ];
}

interface Days {
  from?: string | undefined;
  to?: string | undefined;
  zone: string | undefined;
}

function onDays(column: string, { from, to, zone }: Days): RawBuilder<SqlBool>[] {
  const moment = sql.ref(column);
  return [
    ...(from ? [sql<SqlBool>`${moment} >= (${from}::date::timestamp at time zone ${zone})`] : []),
    ...(to ? [sql<SqlBool>`${moment} < ((${to}::date + 1)::timestamp at time zone ${zone})`] : []),
  ];
}

/** How many plans of a scope started sending on the given days, and how many messages they sent. */
export async function countStartedPlans(
  tx: Tx,
  scope: Scope,
  wanted: Pick<PlanPage, "startedFrom" | "startedTo" | "branchID" | "creatorID" | "zone">,
): Promise<{ plans: number; messages: number }> {
  const matching = sql.join([visiblePlans(scope), noTest, ...conditions(wanted)], sql` and `);
  const { rows } = await sql<{ plans: number; messages: number }>`
    select count(*)::int as plans, coalesce(sum(accepted), 0)::int as messages
    from broadcast_plan where ${matching}`.execute(tx);
  return rows[0] ?? { plans: 0, messages: 0 };
}

/** A plan that a scope sees. Throws NOT_FOUND for any other and for a removed one. */
export function loadPlan(tx: Tx, scope: Scope, planId: RecordId): Promise<Plan> {
  return loaded(tx, sql`${visiblePlans(scope)} and plan_id = ${planId}`);
}

/** The same, locked until the transaction ends: nobody changes it or sends for it meanwhile. */
export function lockPlan(tx: Tx, scope: Scope, planId: RecordId): Promise<Plan> {
  return loaded(tx, sql`${visiblePlans(scope)} and plan_id = ${planId} for update`);
}

async function loaded(tx: Tx, condition: RawBuilder<unknown>): Promise<Plan> {
  const found = await sql<Plan>`select * from broadcast_plan where ${condition}`.execute(tx);
  const [plan] = found.rows;
  if (!plan) throw new AppError("NOT_FOUND");
  return plan;
}
