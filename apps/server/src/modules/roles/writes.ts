import { recorderOf } from "#modules/audit/public";

/** Writes a change of a role into the audit log. */
export const recordRoleChange = recorderOf("role", "role");
