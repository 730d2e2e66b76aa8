import type { AdLeadProblem, AdLeadState } from "@homeroom/contract/ad-leads";
import type { AdAccountProblem, AdLevel, AdPlatformName, AdStatus } from "@homeroom/contract/campaigns";
import type { ConversionProblem, ConversionStage, ConversionState } from "@homeroom/contract/conversions";
import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { MetaPageProblem } from "@homeroom/contract/meta-settings";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { ColumnType, Generated } from "kysely";
import type { CreatedAt, Day, Json, MaybeMoment, Moment, OrganizationColumns, VersionedColumns } from "./columns.ts";

interface GoogleLeadSettingTable extends OrganizationColumns {
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

interface AdLeadTable extends OrganizationColumns {
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
  filled_at: MaybeMoment;
  created_at: CreatedAt;
  done_at: MaybeMoment;
}

interface MetaConnectionTable extends OrganizationColumns {
  user_id: string;
  user_name: string;
  secrets: Buffer;
  missing_scopes: string[];
  expires_at: MaybeMoment;
  refused_at: MaybeMoment;
  connected_by: AccountId | null;
  connected_at: CreatedAt;
}

interface AdSignInTable extends OrganizationColumns {
  state_hash: Buffer;
  account_id: AccountId;
  created_at: CreatedAt;
}

interface VolcengineConnectionTable extends OrganizationColumns {
  secrets: Buffer;
  token_ends_at: Moment;
  ends_at: Moment;
  renewing_until: MaybeMoment;
  refused_at: MaybeMoment;
  connected_by: AccountId | null;
  connected_at: CreatedAt;
}

interface MetaPageTable extends OrganizationColumns {
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

/** An ad account at a platform. */
interface AdAccountTable extends OrganizationColumns {
  account_id: RecordId;
  platform: AdPlatformName;
  external_id: string;
  name: string;
  currency: string;
  time_zone: string;
  branch_id: BranchId | null;
  status: Generated<number>;
  problem: AdAccountProblem | null;
  asked_at: MaybeMoment;
  fully_asked_at: MaybeMoment;
  synced_at: MaybeMoment;
  version: Generated<number>;
}

/** A campaign, ad set or ad. */
interface AdItemTable extends OrganizationColumns {
  item_id: RecordId;
  account_id: RecordId;
  level: AdLevel;
  external_id: string;
  campaign_id: RecordId | null;
  adset_id: RecordId | null;
  name: string;
  status: AdStatus;
}

/** A decimal number: written as a number, read as text. */
type Decimal = ColumnType<string, number, number>;

interface AdDayTable extends OrganizationColumns {
  item_id: RecordId;
  day: Day;
  impressions: number;
  reach: number;
  clicks: number;
  results: Decimal;
  spend: Decimal;
}

interface AdBindingTable extends OrganizationColumns {
  binding_id: RecordId;
  ad_id: RecordId;
  page_id: RecordId;
  bound_at: CreatedAt;
  bound_by: AccountId | null;
  unbound_at: MaybeMoment;
  unbound_by: AccountId | null;
}

interface AdSyncStepTable extends OrganizationColumns {
  step_id: RecordId;
  account_id: RecordId;
  kind: "items" | AdLevel;
  first_day: Day;
  last_day: Day;
  report_id: string | null;
  reported_at: MaybeMoment;
  attempts: Generated<number>;
  due_at: Moment;
}

/** Which lead came from which ad, and when. */
interface AdTouchView extends OrganizationColumns {
  lead_id: LeadId;
  ad_id: RecordId;
  adset_id: RecordId;
  campaign_id: RecordId;
  at: Date;
}

interface AdOutcomeView extends OrganizationColumns {
  lead_id: LeadId;
  talked_at: Date | null;
  trial_booked_at: Date | null;
  trial_attended_at: Date | null;
  deal_at: Date | null;
}

interface AdSaleView extends OrganizationColumns {
  lead_id: LeadId;
  currency: CurrencyCode;
  income_minor: number;
  created_at: Date;
}

/** The dataset at Meta that gets the stages which leads reach. */
interface ConversionSettingTable extends VersionedColumns {
  dataset_id: string;
  secrets: Buffer;
  status: number;
  /** Stages that were reached before are not sent. */
  since: Generated<Date>;
  problem: ConversionProblem | null;
  due_at: Generated<Date>;
}

/** A stage reached by a lead from Meta, to be sent to Meta. */
interface ConversionEventTable extends OrganizationColumns {
  event_id: RecordId;
  lead_id: LeadId;
  branch_id: BranchId;
  stage: ConversionStage;
  kind: "form" | "page" | "message";
  click: string;
  account: Generated<string>;
  clicked_at: Moment;
  happened_at: Moment;
  state: Generated<ConversionState>;
  attempts: Generated<number>;
  problem: ConversionProblem | null;
  detail: Generated<string>;
  due_at: Generated<Date>;
  created_at: CreatedAt;
}

export interface AdvertisingTables {
  ad_account: AdAccountTable;
  ad_item: AdItemTable;
  ad_day: AdDayTable;
  ad_binding: AdBindingTable;
  ad_sync_step: AdSyncStepTable;
  ad_touch: AdTouchView;
  ad_outcome: AdOutcomeView;
  ad_sale: AdSaleView;
  conversion_setting: ConversionSettingTable;
  conversion_event: ConversionEventTable;
  meta_connection: MetaConnectionTable;
  meta_sign_in: AdSignInTable;
  volcengine_connection: VolcengineConnectionTable;
  volcengine_sign_in: AdSignInTable;
  meta_page: MetaPageTable;
  google_lead_setting: GoogleLeadSettingTable;
  ad_lead: AdLeadTable;
}
