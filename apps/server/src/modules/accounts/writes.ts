import { recorderOf } from "#modules/audit/public";

/** Records a change of an account in the audit log. */
export const recordAccountChange = recorderOf("user", "account");
