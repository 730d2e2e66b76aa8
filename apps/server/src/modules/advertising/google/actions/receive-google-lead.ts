import { sql } from "kysely";
import { hashToken } from "#platform/auth/tokens";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { storeAdLead } from "../../intake/actions/store-ad-lead.ts";
import { lockGoogleSetting, settingOfKey } from "../queries.ts";
import type { GoogleLead } from "../rules.ts";

/** Stores a lead of a Google lead form. Returns false for an unknown key or one that is switched off. */
export async function receiveGoogleLead(db: Database, lead: GoogleLead): Promise<boolean> {
  const keyHash = hashToken(lead.key);
  const found = await settingOfKey(db, keyHash);
  if (!found) return false;
  const scope = organizationScope(found.organizationId);
  return inTransaction(db, scope, async (tx) => {
    const setting = await lockGoogleSetting(tx, scope, found.branchId);
    if (setting?.status !== 1 || !setting.key_hash.equals(keyHash)) return false;
    const { leadId: externalId, formId, campaignId, adsetId, adId, isTest, payload } = lead;
    await storeAdLead(tx, scope, {
      source: "google",
      externalId,
      branchId: setting.branch_id,
      channelId: setting.channel_id,
      secondaryChannelId: setting.secondary_channel_id,
      payload,
      formId,
      campaignId,
      adsetId,
      adId,
      isTest,
    });
    await tx
      .updateTable("google_lead_setting")
      .set({ last_received_at: sql<Date>`now()` })
      .where("organization_id", "=", scope.organizationId)
      .where("branch_id", "=", setting.branch_id)
      .execute();
    return true;
  });
}
