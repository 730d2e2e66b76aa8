import { type BranchId, type OrganizationId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Stage } from "./stage.ts";

/** The Google form and the Meta page of a branch, and a delivery of each that failed. */
export interface AdvertisingRows {
  googleLeadId: RecordId;
  metaLeadId: RecordId;
  metaPageId: string;
}

export function advertisingIds(): AdvertisingRows {
  const newId = () => RecordId.parse(v7());
  const metaLeadId = newId();
  return {
    googleLeadId: newId(),
    metaLeadId,
    metaPageId: String(BigInt(`0x${metaLeadId.replaceAll("-", "").slice(-15)}`)),
  };
}

/** The last signs of the branch's key, as the settings show them. */
export function keyEndOf({ googleLeadId }: AdvertisingRows): string {
  return googleLeadId.slice(-4);
}

/** Puts them back as they were. */
export async function restageAdvertising(
  { base }: Stage,
  rows: AdvertisingRows & { organizationId: OrganizationId; branchId: BranchId },
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
}
