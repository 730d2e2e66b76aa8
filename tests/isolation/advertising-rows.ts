import type { AdPlatformName } from "@homeroom/contract/campaigns";
import type { BranchId, LeadId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** The Google form and the Meta page of a branch, and a delivery of each that failed. */
export interface AdvertisingRows {
  googleLeadId: RecordId;
  metaLeadId: RecordId;
  metaPageId: string;
  adAccountId: RecordId;
  adCampaignId: RecordId;
  adsetId: RecordId;
  adId: RecordId;
  conversionId: RecordId;
  /** The same at Volcengine. */
  oceanAccountId: RecordId;
  oceanCampaignId: RecordId;
  oceanAdsetId: RecordId;
  oceanAdId: RecordId;
}

export function advertisingIds(): AdvertisingRows {
  const metaLeadId = newId();
  return {
    googleLeadId: newId(),
    metaLeadId,
    adAccountId: newId(),
    adCampaignId: newId(),
    adsetId: newId(),
    adId: newId(),
    conversionId: newId(),
    oceanAccountId: newId(),
    oceanCampaignId: newId(),
    oceanAdsetId: newId(),
    oceanAdId: newId(),
    metaPageId: String(BigInt(`0x${metaLeadId.replaceAll("-", "").slice(-15)}`)),
  };
}

/** The last characters of the branch's key, as the settings show them. */
export function keyEndOf({ googleLeadId }: AdvertisingRows): string {
  return googleLeadId.slice(-4);
}

/** Puts them back as they were. */
export async function restoreAdvertising(
  { base }: Stage,
  rows: AdvertisingRows & { organizationId: OrganizationId; branchId: BranchId; leadId: LeadId },
): Promise<void> {
  const { organizationId, branchId, googleLeadId, metaLeadId, metaPageId } = rows;
  const { secrets } = base.platform;
  await base.owner.query(
    `insert into google_lead_setting (organization_id, branch_id, secrets, key_hash, status)
     values ($1, $2, $3, sha256(convert_to($4::text, 'UTF8')), 1)
     on conflict (organization_id, branch_id) do update set version = 1, key_hash = excluded.key_hash,
       secrets = excluded.secrets`,
    [organizationId, branchId, secrets.seal({ googleKey: `google-key-${googleLeadId}` }), googleLeadId],
  );
  await base.owner.query(
    `insert into meta_connection (organization_id, user_id, user_name, secrets, missing_scopes)
     values ($1, '1', 'Meta', $2, '{}') on conflict do nothing`,
    [organizationId, secrets.seal({ token: "meta-token" })],
  );
  await base.owner.query(
    `insert into meta_page (organization_id, page_id, name, secrets, branch_id) values ($1, $2::text, $2::text, $3, $4)
     on conflict (organization_id, page_id) do update set branch_id = excluded.branch_id, status = 0, version = 1`,
    [organizationId, metaPageId, secrets.seal({ token: "page-token" }), branchId],
  );
  await base.owner.query(
    `insert into ad_lead (organization_id, ad_lead_id, source, external_id, branch_id, payload, state, problem)
     select $1, id, source, id::text, $4, '{}', 'failed', 'noContact'
     from (values ($2::uuid, 'google'), ($3::uuid, 'meta')) made(id, source)
     on conflict (organization_id, ad_lead_id) do update set state = 'failed', problem = 'noContact', lead_id = null,
       done_at = null`,
    [organizationId, googleLeadId, metaLeadId, branchId],
  );
  await base.owner.query(
    `insert into conversion_setting (organization_id, dataset_id, secrets, status) values ($1, '800000000000001', $2, 0)
     on conflict (organization_id) do update set version = 1, status = 0`,
    [organizationId, secrets.seal({ token: "dataset-token" })],
  );
  await base.owner.query(
    `insert into conversion_event (organization_id, event_id, lead_id, branch_id, stage, kind, click, clicked_at, happened_at,
       state, problem)
     values ($1, $2, $3, $4, 'lead', 'form', '700000000000001', now(), now(), 'failed', 'refused')
     on conflict (organization_id, event_id) do update set state = 'failed', problem = 'refused'`,
    [organizationId, rows.conversionId, rows.leadId, branchId],
  );
  await base.owner.query(
    `insert into volcengine_connection (organization_id, secrets, token_ends_at, ends_at)
     values ($1, $2, now() + interval '10 years', now() + interval '10 years') on conflict do nothing`,
    [organizationId, secrets.seal({ token: "ocean-token", refreshToken: "ocean-refresh" })],
  );
  const { oceanAccountId, oceanCampaignId, oceanAdsetId, oceanAdId } = rows;
  await restoreCampaign(base, { ...rows, platform: "meta" });
  await restoreCampaign(base, {
    ...rows,
    platform: "volcengine",
    adAccountId: oceanAccountId,
    adCampaignId: oceanCampaignId,
    adsetId: oceanAdsetId,
    adId: oceanAdId,
  });
}

async function restoreCampaign(
  { owner }: Stage["base"],
  rows: AdvertisingRows & { organizationId: OrganizationId; branchId: BranchId; platform: AdPlatformName },
): Promise<void> {
  const { organizationId, branchId, platform, adAccountId, adCampaignId, adsetId, adId } = rows;
  await owner.query(
    `insert into ad_account (organization_id, account_id, platform, external_id, name, currency, time_zone, branch_id,
       status, asked_at)
     values ($1, $2::uuid, $4, $2::text, $2::text, 'HKD', 'Asia/Hong_Kong', $3, 1, now())
     on conflict (organization_id, account_id) do update set branch_id = excluded.branch_id, status = 1, version = 1`,
    [organizationId, adAccountId, branchId, platform],
  );
  await owner.query(
    `insert into ad_item (organization_id, item_id, account_id, level, external_id, campaign_id, adset_id, name, status)
     select $1, id, $2, level, id::text, campaign, adset, level || ' ' || id, 'ACTIVE'
     from (values ($3::uuid, 'campaign', null::uuid, null::uuid), ($4, 'adset', $3, null), ($5, 'ad', $3, $4))
       as made(id, level, campaign, adset)
     on conflict (organization_id, item_id) do nothing`,
    [organizationId, adAccountId, adCampaignId, adsetId, adId],
  );
  await owner.query("delete from ad_binding where organization_id = $1 and ad_id = $2", [organizationId, adId]);
}
