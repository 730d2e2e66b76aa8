import { recorderOf } from "#modules/audit/public";

/** Writes a change of a recipient list into the audit log. */
export const recordTargetChange = recorderOf("target", "target");
