import { recorderOf } from "#modules/audit/public";

/** Writes into the audit log what was done to a recipient list. */
export const recordTargetChange = recorderOf("target", "target");
