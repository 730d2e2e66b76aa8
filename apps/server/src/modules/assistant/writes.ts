import { recorderOf } from "#modules/audit/public";

/** Records a change of an agent in the audit log. */
export const recordAgentChange = recorderOf("setting", "assistantAgent");
