import { recorderOf } from "#modules/audit/public";

/** Writes into the audit log what was done to a role. */
export const recordRoleChange = recorderOf("role", "role");
