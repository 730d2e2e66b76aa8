import { recorderOf } from "#modules/audit/public";

/** Writes into the audit log what was done to an account. */
export const recordAccountChange = recorderOf("user", "account");
