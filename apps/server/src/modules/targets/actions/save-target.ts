import { RecordId } from "@homeroom/contract/ids";
import { maxTargets, type TargetForm } from "@homeroom/contract/targets";
import { v7 } from "uuid";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf, scopeOfRecord } from "#platform/auth/scopes";
import { refusingDuplicate } from "#platform/db/duplicates";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { requireMayChange } from "../policy.ts";
import { countLeads, type LeadCount, lockTarget, reachWanted } from "../queries.ts";
import { recordTargetChange } from "../writes.ts";
import { lockTargets, requireRoom } from "./lock-targets.ts";

type SavedTarget = { recordID: RecordId } & LeadCount;

/**
 * Makes a recipient list with its maker's reach, or changes one, and counts it. Throws SETTING_ITEM_DUPLICATE at `name`,
 * SETTING_LIMIT_REACHED, STALE_DATA when the version is named and somebody has saved since, NOT_FOUND for a list that the
 * actor does not see, and PERMISSION_DENIED for one that reaches leads that they do not.
 */
export function saveTarget(db: Database, actor: Actor, form: TargetForm): Promise<SavedTarget> {
  requirePermission(actor, form.recordID ? "bulk:target:edit" : "bulk:target:add");
  const scope = scopeOf(actor, "crm:lead:all");
  return refusingDuplicate({ error: "SETTING_ITEM_DUPLICATE" }, () =>
    inTransaction(db, scope, (tx) => (form.recordID ? edit : add)(tx, { actor, scope, form })),
  );
}

interface TargetChange {
  actor: Actor;
  scope: Scope;
  form: TargetForm;
}

async function add(tx: Tx, { actor, scope, form }: TargetChange): Promise<SavedTarget> {
  const reach = await reachWanted(tx, scope, form.branchID);
  const { organizationId } = scope;
  const counted = await countLeads(tx, scopeOfRecord({ organizationId, ...reach }), form.queryRule);
  await lockTargets(tx, scope);
  await requireRoom(tx, scope, maxTargets);
  const recordID = RecordId.parse(v7());
  await tx
    .insertInto("recipient_list")
    .values({
      organization_id: organizationId,
      list_id: recordID,
      branch_id: reach.branchId,
      owner_id: reach.ownerId,
      name: form.name,
      query_rule: JSON.stringify(form.queryRule),
      lead_count: counted.leadCount,
      counted_exactly: counted.exact,
      created_by: actor.accountId,
      updated_by: actor.accountId,
    })
    .execute();
  await recordTargetChange(tx, actor, "created", {
    id: recordID,
    name: form.name,
    after: { name: form.name, queryRule: form.queryRule },
  });
  return { recordID, ...counted };
}

async function edit(tx: Tx, { actor, scope, form }: TargetChange): Promise<SavedTarget> {
  const recordID = RecordId.parse(form.recordID);
  const target = await lockTarget(tx, scope, recordID);
  requireMayChange(scope, target);
  requireVersion(target, form.version);
  const reach = scopeOfRecord({ organizationId: scope.organizationId, ...target });
  const counted = await countLeads(tx, reach, form.queryRule);
  const now = new Date();
  await tx
    .updateTable("recipient_list")
    .set({
      name: form.name,
      query_rule: JSON.stringify(form.queryRule),
      lead_count: counted.leadCount,
      counted_exactly: counted.exact,
      counted_at: now,
      updated_by: actor.accountId,
      updated_at: now,
      version: target.version + 1,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("list_id", "=", recordID)
    .execute();
  await recordTargetChange(tx, actor, "edited", {
    id: recordID,
    name: form.name,
    before: { name: target.name, queryRule: target.rule },
    after: { name: form.name, queryRule: form.queryRule },
  });
  return { recordID, ...counted };
}
