import type { AdLeadProblem, AdLeadState } from "@homeroom/contract/ad-leads";
import type { AccountId, BranchId, LeadId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { MetaPageProblem } from "@homeroom/contract/meta-settings";
import type { Generated } from "kysely";
import type { CreatedAt, Json, MaybeMoment, Moment } from "./columns.ts";

interface GoogleLeadSettingTable {
  organization_id: OrganizationId;
  branch_id: BranchId;
  secrets: Buffer;
  key_hash: Buffer;
  channel_id: RecordId | null;
  secondary_channel_id: RecordId | null;
  status: number;
  last_received_at: MaybeMoment;
  updated_by: AccountId | null;
  updated_at: Generated<Moment>;
  version: Generated<number>;
}

export type AdLeadSource = "google" | "meta";

interface AdLeadTable {
  organization_id: OrganizationId;
  ad_lead_id: RecordId;
  source: AdLeadSource;
  external_id: string;
  branch_id: BranchId;
  channel_id: RecordId | null;
  secondary_channel_id: RecordId | null;
  payload: Json<Record<string, unknown>>;
  form_id: Generated<string>;
  campaign_id: Generated<string>;
  adset_id: Generated<string>;
  ad_id: Generated<string>;
  state: AdLeadState;
  problem: AdLeadProblem | null;
  attempts: Generated<number>;
  lead_id: LeadId | null;
  created_at: CreatedAt;
  done_at: MaybeMoment;
}

interface MetaConnectionTable {
  organization_id: OrganizationId;
  user_id: string;
  user_name: string;
  secrets: Buffer;
  missing_scopes: string[];
  expires_at: MaybeMoment;
  refused_at: MaybeMoment;
  connected_by: AccountId | null;
  connected_at: CreatedAt;
}

interface MetaSignInTable {
  organization_id: OrganizationId;
  state_hash: Buffer;
  account_id: AccountId;
  created_at: CreatedAt;
}

interface MetaPageTable {
  organization_id: OrganizationId;
  page_id: string;
  name: string;
  secrets: Buffer;
  branch_id: BranchId | null;
  channel_id: RecordId | null;
  secondary_channel_id: RecordId | null;
  status: Generated<number>;
  problem: MetaPageProblem | null;
  taken_since: MaybeMoment;
  last_received_at: MaybeMoment;
  polled_at: MaybeMoment;
  polled_until: MaybeMoment;
  version: Generated<number>;
}

export interface AdvertisingTables {
  meta_connection: MetaConnectionTable;
  meta_sign_in: MetaSignInTable;
  meta_page: MetaPageTable;
  google_lead_setting: GoogleLeadSettingTable;
  ad_lead: AdLeadTable;
}
