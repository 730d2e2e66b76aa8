import { type BranchId, RecordId } from "@homeroom/contract/ids";
import type { AdLeadSource } from "@homeroom/database/advertising-tables";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
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
  /** When the form was filled in; left out: now. */
  filledAt?: Date;
}

/** Stores a sent delivery; its lead is made afterwards. Idempotent for repeated deliveries. */
export async function storeAdLead(tx: Tx, scope: Scope, received: ReceivedAdLead): Promise<{ added: boolean }> {
  const { organizationId } = scope;
  const adLeadId = RecordId.parse(v7());
  // A provider's test button sends the same id every time.
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
      filled_at: received.filledAt ?? null,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "source", "external_id"]).doNothing())
    .executeTakeFirst();
  const added = Boolean(kept.numInsertedOrUpdatedRows);
  if (added && !received.isTest) {
    await emit(tx, adLeadReceived, { organizationId, aggregateId: adLeadId, payload: { adLeadId } });
  }
  return { added };
}

/** The same time as for deleted leads. */
const keepForMs = 30 * 86_400_000;
/** Failed deliveries exist nowhere else: staff can retry them for as long as Meta keeps them. */
const keepFailedForMs = 90 * 86_400_000;
const atOnce = 500;

/**
 * Clears old deliveries that became leads, and failed ones after three months. The page of a delivery stays.
 * Returns whether there may be more.
 */
export function emptyOldAdLeads(db: Database, now = new Date()): Promise<boolean> {
  const before = new Date(now.getTime() - keepForMs);
  const failedBefore = new Date(now.getTime() - keepFailedForMs);
  return inSystemTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update ad_lead set payload = jsonb_strip_nulls(jsonb_build_object('page_id', payload -> 'page_id'))
      where (organization_id, ad_lead_id) in (
        select organization_id, ad_lead_id from ad_lead
        where payload - 'page_id' <> '{}' and state <> 'waiting' and created_at < ${before}
          and (state <> 'failed' or created_at < ${failedBefore})
        order by created_at limit ${atOnce} for update skip locked)`.execute(tx);
    return Number(numAffectedRows) === atOnce;
  });
}
