import { type AccountId, RoleId } from "@homeroom/contract/ids";
import type { OwnAccount } from "@homeroom/contract/own-account";
import { sql } from "kysely";
import { shownRoleName } from "#modules/roles/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { findRow, lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { rolesOf } from "./staff-choices.ts";

/** A person's whole record; with `lock` it stays locked until the transaction ends. Throws NOT_FOUND. */
export async function accountRecord(
  tx: Tx,
  scope: Scope,
  { accountId, lock }: { accountId: AccountId; lock: boolean },
) {
  const row = await (lock ? lockRow : findRow)(tx, scope, "account", { account_id: accountId });
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

export type AccountRecord = Awaited<ReturnType<typeof accountRecord>>;

/** The actor's own record, locked. */
export function ownRecord(tx: Tx, actor: Actor): Promise<AccountRecord> {
  return accountRecord(tx, sharedScope(actor), { accountId: actor.accountId, lock: true });
}

/** The names of a person's roles, branches and department. */
export async function belongingOf(
  tx: Tx,
  scope: Scope,
  accountId: AccountId,
): Promise<Pick<OwnAccount, "roles" | "branches" | "department">> {
  const found = await sql<Pick<OwnAccount, "roles" | "branches" | "department">>`
    select roles, branches, department from account_belonging
    where organization_id = ${scope.organizationId} and account_id = ${accountId}`.execute(tx);
  const [row] = found.rows;
  if (!row) return { roles: [], branches: [], department: "" };
  const held = await rolesOf(
    tx,
    scope,
    row.roles.map(({ recordID }) => RoleId.parse(recordID)),
  );
  const named = new Map(held.map((role) => [String(role.id), shownRoleName(role)]));
  return { ...row, roles: row.roles.map((role) => ({ ...role, name: named.get(role.recordID) ?? role.name })) };
}

/** Whether the organisation requires a second step from everyone. */
export async function demandsSecondStep(tx: Tx, scope: Scope, accountId: AccountId): Promise<boolean> {
  const found = await sql<{ demanded: boolean }>`
    select two_step_required as demanded from sign_in_account
    where organization_id = ${scope.organizationId} and account_id = ${accountId}`.execute(tx);
  return found.rows[0]?.demanded ?? false;
}
