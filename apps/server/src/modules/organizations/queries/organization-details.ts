import type { OrganizationTable } from "@homeroom/database/people-tables";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

export type Organization = Selectable<OrganizationTable>;

/** The organisation with all its data. Throws NOT_FOUND. */
export async function loadOrganization(tx: Tx, scope: Scope): Promise<Organization> {
  const found = await ownRow(tx, scope).executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** The same, locked until the transaction ends. */
export async function lockOrganization(tx: Tx, scope: Scope): Promise<Organization> {
  const found = await ownRow(tx, scope).forUpdate().executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

function ownRow(tx: Tx, scope: Scope) {
  return tx.selectFrom("organization").selectAll().where("organization_id", "=", scope.organizationId);
}
