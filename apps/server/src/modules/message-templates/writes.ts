import { recorderOf } from "#modules/audit/public";

/** Writes into the audit log what was done to a message template. */
export const recordTemplateChange = recorderOf("template", "template");
