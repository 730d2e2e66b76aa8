import { type BranchId, RecordId } from "@homeroom/contract/ids";
import type { AdLeadSource } from "@homeroom/database/advertising-tables";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { adLeadReceived } from "../../events.ts";

/** A lead as the form of an advertisement sent it. */
export interface ReceivedAdLead {
  source: AdLeadSource;
  externalId: string;
  branchId: BranchId;
  channelId: RecordId | null;
  secondaryChannelId: RecordId | null;
  payload: unknown;
  formId: string;
  campaignId: string;
  adsetId: string;
  adId: string;
  isTest: boolean;
}

/** Keeps a lead that was sent; it is made after. One that is there already, sent twice, stays as it is. */
export async function storeAdLead(tx: Tx, scope: Scope, received: ReceivedAdLead): Promise<{ added: boolean }> {
  const { organizationId } = scope;
  const adLeadId = RecordId.parse(v7());
  // The test button of a provider sends the same id again and again.
  const externalId = received.isTest ? `${received.externalId} ${adLeadId}` : received.externalId;
  const kept = await tx
    .insertInto("ad_lead")
    .values({
      organization_id: organizationId,
      ad_lead_id: adLeadId,
      source: received.source,
      external_id: externalId,
      branch_id: received.branchId,
      channel_id: received.channelId,
      secondary_channel_id: received.secondaryChannelId,
      payload: JSON.stringify(received.payload),
      form_id: received.formId,
      campaign_id: received.campaignId,
      adset_id: received.adsetId,
      ad_id: received.adId,
      state: received.isTest ? "test" : "waiting",
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "source", "external_id"]).doNothing())
    .executeTakeFirst();
  const added = Boolean(kept.numInsertedOrUpdatedRows);
  if (added && !received.isTest) {
    await emit(tx, adLeadReceived, { organizationId, aggregateId: adLeadId, payload: { adLeadId } });
  }
  return { added };
}
