import type { AccountId, RecordId, RoleId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export interface FoundView {
  recordID: RecordId;
  name: string;
  query: string;
  isShared: boolean;
  creatorId: AccountId;
  isDefault: boolean;
  roleIds: RoleId[];
}

/** The views of a screen that a person sees, their own first. */
export async function viewsOf(
  tx: Tx,
  scope: Scope,
  of: { screen: string; accountId: AccountId },
): Promise<FoundView[]> {
  const found = await sql<FoundView>`
    select v.view_id as "recordID", v.name, v.query, v.is_shared as "isShared",
      v.account_id as "creatorId",
      exists (
        select from saved_view_role d join account_role_in_force held using (organization_id, role_id)
        where d.organization_id = v.organization_id and d.view_id = v.view_id
          and held.account_id = ${of.accountId}) as "isDefault",
      array(select d.role_id from saved_view_role d
        where d.organization_id = v.organization_id and d.view_id = v.view_id) as "roleIds"
    from saved_view v
    where v.organization_id = ${scope.organizationId} and v.screen = ${of.screen}
      and (v.account_id = ${of.accountId} or v.is_shared)
    order by v.account_id = ${of.accountId} desc, lower(v.name), v.view_id`.execute(tx);
  return found.rows;
}

/** A view with its owner, locked until the transaction ends; null if it does not exist. */
export async function viewToChange(tx: Tx, scope: Scope, viewId: RecordId) {
  const row = await lockRow(tx, scope, "saved_view", { view_id: viewId });
  return row ?? null;
}
