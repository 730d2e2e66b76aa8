import type { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { PageRequest } from "@homeroom/contract/paging";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { countMatching } from "#modules/leads/public";
import { branchById } from "#modules/organizations/public";
import { containing } from "#platform/db/containing";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";
import { reachOfNew, type TargetReach } from "./policy.ts";

export interface FoundTarget {
  listId: RecordId;
  branchId: BranchId | null;
  ownerId: AccountId | null;
  name: string;
  rule: LeadQuery;
  leadCount: number;
  exact: boolean;
  countedAt: Date;
  openStatus: number;
  creatorId: AccountId | null;
  updaterId: AccountId | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

const columns = sql`list_id as "listId", branch_id as "branchId", owner_id as "ownerId", name, query_rule as rule,
  lead_count as "leadCount", counted_exactly as exact, counted_at as "countedAt", open_status as "openStatus", created_by as "creatorId",
  updated_by as "updaterId", created_at as "createdAt", updated_at as "updatedAt", version`;

/**
 * The lists that a scope sees: all of the organisation, those of the branch, or there the shared ones and one's own. A
 * list of the whole organisation needs a scope of the whole organisation.
 */
function visibleTargets(scope: Scope): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`organization_id = ${scope.organizationId}`];
  if (scope.branchIds) parts.push(sql<SqlBool>`branch_id = any(${sql.val([...scope.branchIds])}::uuid[])`);
  if (scope.reach === "own") parts.push(sql<SqlBool>`(owner_id is null or owner_id = ${scope.accountId})`);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

export interface TargetPage extends PageRequest {
  keywords?: string | undefined;
  status?: number | undefined;
}

/** A page of the recipient lists that a scope sees, the newest first. */
export async function listTargets(
  tx: Tx,
  scope: Scope,
  page: TargetPage,
): Promise<{ targets: FoundTarget[]; total: number; nextCursor: string | null }> {
  const words = containing(page.keywords);
  const status = page.status === undefined ? sql`` : sql`and open_status = ${page.status}`;
  const matching = sql`${visibleTargets(scope)} and deleted_at is null and name ilike ${words} ${status}`;
  const after = afterNewest(page.cursor, "created_at", "list_id");
  const found = await sql<FoundTarget & { moment: string }>`
    select ${columns}, created_at::text as moment from recipient_list where ${matching} and ${after}
    order by created_at desc, list_id desc limit ${page.pageSize + 1} offset ${skippedOf(page)}`.execute(tx);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from recipient_list where ${matching}`.execute(tx);
  const { rows: targets, nextCursor } = cutPage(found.rows, page.pageSize, (last) => ({
    value: last.moment,
    id: last.listId,
  }));
  return {
    targets,
    total: counted.rows[0]?.total ?? 0,
    nextCursor,
  };
}

/** A list that a scope sees. Throws NOT_FOUND for any other and for one that was removed. */
export function loadTarget(tx: Tx, scope: Scope, listId: RecordId): Promise<FoundTarget> {
  return loaded(tx, sql`${visibleTargets(scope)} and list_id = ${listId} and deleted_at is null`);
}

/** The same, locked until the transaction ends. */
export function lockTarget(tx: Tx, scope: Scope, listId: RecordId): Promise<FoundTarget> {
  return loaded(tx, sql`${visibleTargets(scope)} and list_id = ${listId} and deleted_at is null for update`);
}

/** The time within which removed lists can be restored. */
const keptDays = 30;

/** The same for a list that may have been removed. */
export function lockRemovedTarget(tx: Tx, scope: Scope, listId: RecordId): Promise<FoundTarget> {
  const kept = sql`(deleted_at is null or deleted_at > now() - make_interval(days => ${keptDays}))`;
  return loaded(tx, sql`${visibleTargets(scope)} and list_id = ${listId} and ${kept} for update`);
}

async function loaded(tx: Tx, condition: RawBuilder<unknown>): Promise<FoundTarget> {
  const found = await sql<FoundTarget>`select ${columns} from recipient_list where ${condition}`.execute(tx);
  const [target] = found.rows;
  if (!target) throw new AppError("NOT_FOUND");
  return target;
}

/** The names of recipient lists, removed ones too. */
export async function targetNames(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<Map<RecordId, string>> {
  if (ids.length === 0) return new Map();
  const found = await tx
    .selectFrom("recipient_list")
    .select(["list_id", "name"])
    .where("organization_id", "=", scope.organizationId)
    .where("list_id", "in", [...new Set(ids)])
    .execute();
  return new Map(found.map(({ list_id: id, name }) => [id, name]));
}

/** The reach of a new list, or of a rule that is being tried out. Throws NOT_FOUND for a branch that there is not. */
export async function reachWanted(tx: Tx, scope: Scope, wanted: BranchId | null | undefined): Promise<TargetReach> {
  const reach = reachOfNew(scope, wanted);
  if (wanted && !(await branchById(tx, scope, wanted))) throw new AppError("NOT_FOUND");
  return reach;
}

export interface LeadCount {
  leadCount: number;
  /** False: the list is so long that the count is an estimate. */
  exact: boolean;
}

/** The number of leads in a scope that match a rule. */
export async function countLeads(tx: Tx, scope: Scope, rule: LeadQuery): Promise<LeadCount> {
  const { total, totalIsEstimate } = await countMatching(tx, scope, rule);
  return { leadCount: total, exact: !totalIsEstimate };
}
