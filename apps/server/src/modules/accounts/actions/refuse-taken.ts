import type { AccountId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import { takenFields } from "../queries/staff-choices.ts";

const faults = {
  email: { field: "email", name: "STAFF_EMAIL_EXISTS" },
  staffID: { field: "staffID", name: "STAFF_ID_EXISTS" },
} as const satisfies Record<string, FieldFault>;

/** The fields of a form that another account of the organisation already uses. */
export async function findTaken(
  tx: Tx,
  scope: Scope,
  given: { accountId: AccountId; email: string; staffID: string },
): Promise<FieldFault[]> {
  return (await takenFields(tx, scope, given)).map((field) => faults[field]);
}

/**
 * Runs a save whose constraints decide: between people who save at once, for an e-mail that belongs to an
 * account of another organisation, which no query here can see, and for a role, branch or department that somebody
 * deletes meanwhile.
 */
export async function refusingTaken<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    throw takenByOthers(error) ?? error;
  }
}

/** The refusal for a violated constraint; null for any other error. */
export function takenByOthers(error: unknown): AppError | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const fault = code === "23505" || code === "23503" ? constraintFaults[constraint ?? ""] : undefined;
  return fault ? new AppError(fault.name, {}, { fields: [fault] }) : null;
}

const constraintFaults: Readonly<Record<string, FieldFault>> = {
  account_email: faults.email,
  account_staff_id: faults.staffID,
  // Proposed ids are unique in the whole product: sockets identify people by them.
  account_identity: { field: "recordsn", name: "FIELD_INVALID" },
  account_role_organization_id_role_id_fkey: { field: "roleIds", name: "FIELD_INVALID" },
  account_branch_organization_id_branch_id_fkey: { field: "branchIDs", name: "FIELD_INVALID" },
  account_organization_id_department_id_fkey: { field: "deptID", name: "FIELD_INVALID" },
};
