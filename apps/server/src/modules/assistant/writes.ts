import { recorderOf } from "#modules/audit/public";

/** Writes into the audit log what was done to an agent. */
export const recordAgentChange = recorderOf("setting", "assistantAgent");
