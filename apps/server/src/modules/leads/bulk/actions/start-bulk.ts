import { RecordId } from "@homeroom/contract/ids";
import { type BulkAction, leadsAtOnce } from "@homeroom/contract/lead-bulk";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import { customLists } from "@homeroom/contract/media";
import { type RawBuilder, sql } from "kysely";
import { v7 } from "uuid";
import { peopleByIds } from "#modules/accounts/public";
import { lockItems } from "#modules/lists/public";
import { storedActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { startRun, withinCallMs } from "#platform/runs/run";
import type { Platform } from "#platform/server-module";
import { leadsMatching } from "../../list/queries/lead-conditions.ts";
import { onlyLeads } from "../../list/queries/lead-list.ts";
import { requireMayDo, requireVisibleBulk } from "../../policy.ts";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { type BulkRun, findBulk } from "../queries.ts";
import { faultsOfMove, withBound } from "../writes/move-leads.ts";
import { bulkRun, carryOnBulk } from "./carry-on-bulk.ts";

export interface BulkOrder {
  readonly query: LeadQuery;
  readonly action: BulkAction;
  /** Only the students among them. */
  readonly students?: boolean;
  readonly taskID?: RecordId | undefined;
  /** Throws NOT_FOUND, and changes nothing, unless every lead of the query's list is visible. */
  readonly allOrNothing?: boolean;
  /** How long the call itself works on many leads; a job continues with the rest. */
  readonly patienceMs?: number;
}

/** A few thousand are done by then, so people see that it makes progress. */
const patienceMs = 3000;

/**
 * Applies one action to all leads that a query selects now: up to 1,000 within the call, more in the background if
 * a few seconds are not enough.
 * The same proposed id again returns the same run. Throws PERMISSION_DENIED, and FIELD_INVALID for people and items that
 * do not exist.
 */
export async function startBulk(platform: Platform, actor: Actor, order: BulkOrder): Promise<BulkRun> {
  const { db } = platform;
  requireMayDo(actor, order.action.kind, order.students);
  const scope = scopeOf(actor, "crm:lead:all");
  const bulkId = order.taskID ?? RecordId.parse(v7());
  const started = await inTransaction(db, scope, async (tx) => {
    const known = await findBulk(tx, scope, bulkId);
    if (known) return requireVisibleBulk(known, actor);
    refuseFaults(await faultsOf(tx, scope, { actor, action: order.action }));
    const inserted = await insertRun(tx, scope, { bulkId, actor, order });
    if (!inserted) return requireVisibleBulk(await findBulk(tx, scope, bulkId), actor);
    const total = await insertRows(tx, scope, { bulkId, order });
    if (order.allOrNothing && total !== new Set(order.query.leadIds).size) throw new AppError("NOT_FOUND");
    if (total === 0) return forgetRun(tx, scope, bulkId);
    const { organizationId } = scope;
    await startRun(tx, bulkRun, { organizationId, runId: bulkId, inCall: total <= leadsAtOnce });
    return findBulk(tx, scope, bulkId);
  });
  if (!started) throw new AppError("NOT_FOUND");
  const within = started.total > leadsAtOnce ? (order.patienceMs ?? patienceMs) : withinCallMs;
  if (started.state !== "running" || within === 0) return started;
  await carryOnBulk(platform, scope, bulkId, Date.now() + within);
  return requireVisibleBulk(await inTransaction(db, scope, (tx) => findBulk(tx, scope, bulkId)), actor);
}

async function insertRun(
  tx: Tx,
  scope: Scope,
  { bulkId, actor, order }: { bulkId: RecordId; actor: Actor; order: BulkOrder },
): Promise<boolean> {
  // The rows record the leads.
  const { leadIds: _chosen, ...query } = order.query;
  const inserted = await tx
    .insertInto("lead_bulk_run")
    .values({
      organization_id: scope.organizationId,
      bulk_id: bulkId,
      account_id: actor.accountId,
      actor: JSON.stringify(storedActor(actor)),
      kind: order.action.kind,
      action: JSON.stringify(order.action),
      query: JSON.stringify({ ...query, ...(order.students && { students: true }) }),
      total: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** A run without leads is not stored. */
async function forgetRun(tx: Tx, scope: Scope, bulkId: RecordId): Promise<BulkRun> {
  const run = await tx
    .deleteFrom("lead_bulk_run")
    .where("organization_id", "=", scope.organizationId)
    .where("bulk_id", "=", bulkId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...run, state: "done" };
}

/** Fixes the leads of the run: those that stop matching while it runs are still done, and once. */
async function insertRows(
  tx: Tx,
  scope: Scope,
  { bulkId, order }: { bulkId: RecordId; order: BulkOrder },
): Promise<number> {
  const { organizationId } = scope;
  // A million rows take longer than the usual limit of a statement.
  await sql`set local statement_timeout = '120s'`.execute(tx);
  const inserted = await sql`
    insert into lead_bulk_row (organization_id, bulk_id, row_number, lead_id)
    select ${organizationId}, ${bulkId}, place, lead_id from (${leadsOf(scope, order)}) as chosen`.execute(tx);
  const total = Number(inserted.numAffectedRows ?? 0);
  await tx
    .updateTable("lead_bulk_run")
    .set({ total })
    .where("organization_id", "=", organizationId)
    .where("bulk_id", "=", bulkId)
    .execute();
  return total;
}

/** The leads that an order is about, each with its place. */
function leadsOf(scope: Scope, { query, students = false, action }: BulkOrder): RawBuilder<unknown> {
  const only = students ? onlyLeads.students : onlyLeads.all;
  const selected = sql`from ${organizationLeads} where ${leadsMatching(scope, query)} and ${only}`;
  if (action.kind === "branch") return withBound(scope, sql`select lead.lead_id ${selected}`, action.branchID);
  return sql`select lead.lead_id, row_number() over (order by lead.lead_id) as place ${selected}`;
}

/** The faults of an action: unknown people, items of another list, a branch out of reach, nothing to do. */
async function faultsOf(
  tx: Tx,
  scope: Scope,
  { actor, action }: { actor: Actor; action: BulkAction },
): Promise<FieldFault[]> {
  const wrong = (field: string): FieldFault => ({ field: `action.${field}`, name: "FIELD_INVALID" });
  const of = async (ids: readonly (RecordId | null | undefined)[], list: number) => {
    const wanted = ids.filter((id) => id !== null && id !== undefined);
    const items = await lockItems(tx, scope, wanted);
    return wanted.every((id) => items.get(id)?.projectID === list);
  };
  switch (action.kind) {
    case "assign":
    case "tutor": {
      const people = action.kind === "assign" ? action.sales : action.tutor;
      const known = await peopleByIds(tx, scope, people);
      const named = action.kind === "assign" ? "sales" : "tutor";
      return people.every((id) => known.has(id)) ? [] : [wrong(named)];
    }
    case "tags": {
      if (!(await of(action.add, customLists.tags))) return [wrong("add")];
      return (await of(action.remove, customLists.tags)) ? [] : [wrong("remove")];
    }
    case "status": {
      if (action.status === undefined && action.result === undefined) return [wrong("status")];
      if (!(await of([action.status], customLists.leadStatuses))) return [wrong("status")];
      return (await of([action.result], customLists.contactResults)) ? [] : [wrong("result")];
    }
    case "regularContact":
      return (await of([action.regularContact], customLists.regularContactTypes)) ? [] : [wrong("regularContact")];
    case "branch":
      return (await faultsOfMove(tx, scope, { actor, action })).map(wrong);
    case "delete":
      return [];
  }
}
