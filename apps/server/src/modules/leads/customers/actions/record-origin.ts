import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { organizationScope, type Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitLeadChange } from "../../events.ts";
import { type Lead, lockLead } from "../../record/queries/load-lead.ts";
import { addHistory } from "../../record/writes/save-lead.ts";

/** Where a person who writes came from. */
export interface Origin {
  leadId: LeadId;
  /** As text for the lead's history. */
  from: string;
  said: string;
  /** The lead channel to set if the lead was created after `since`; null: unchanged. */
  channelId: RecordId | null;
  secondaryChannelId: RecordId | null;
  since: Date;
}

/** Records where a lead came from in its history. A lead created by it gets that channel. Returns whether it did. */
export async function recordOrigin(tx: Tx, scope: Scope, origin: Origin): Promise<{ isNew: boolean }> {
  const lead = await lockLead(tx, organizationScope(scope.organizationId), origin.leadId);
  const isNew = lead.created_at >= origin.since;
  const isThere = lead.channel_id === origin.channelId && lead.secondary_channel_id === origin.secondaryChannelId;
  if (isNew && origin.channelId !== null && !isThere) await setChannel(tx, scope, lead, origin);
  await addHistory(tx, scope, [
    {
      leadId: origin.leadId,
      action: "message",
      operatorId: null,
      content: origin.said,
      details: { from: origin.from },
    },
  ]);
  return { isNew };
}

async function setChannel(tx: Tx, scope: Scope, lead: Lead, { channelId, secondaryChannelId }: Origin): Promise<void> {
  const version = lead.version + 1;
  await tx
    .updateTable("lead")
    .set({ channel_id: channelId, secondary_channel_id: secondaryChannelId, version, updated_at: sql`now()` })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", lead.lead_id)
    .execute();
  const holders = { salesId: lead.sales_id, tutorId: lead.tutor_id };
  await emitLeadChange(tx, scope, { leadId: lead.lead_id, branchId: lead.branch_id, ...holders, version }, holders);
}
