import type { BroadcastVariable, ExclusionReason, PlanState, RecipientState } from "@homeroom/contract/broadcast-plans";
import type { FailureReason } from "@homeroom/contract/failure-reasons";
import type {
  AccountId,
  BranchId,
  ChannelId,
  LeadId,
  MessageId,
  OrganizationId,
  RecordId,
} from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { TemplateCategory } from "@homeroom/contract/message-templates";
import type { Generated } from "kysely";
import type { CreatedAt, Day, Json, MaybeJson, MaybeMoment } from "./columns.ts";

export interface BroadcastPlanTable {
  organization_id: OrganizationId;
  plan_id: RecordId;
  name: string;
  channel_id: ChannelId | null;
  branch_id: BranchId | null;
  template_id: RecordId | null;
  variables: Json<Record<string, BroadcastVariable>>;
  list_ids: RecordId[];
  filter: MaybeJson<LeadQuery>;
  numbers: string[];
  reach_branch_id: BranchId | null;
  reach_owner_id: AccountId | null;
  source_id: RecordId | null;
  source_part: "all" | "failed" | null;
  state: PlanState;
  schedule_at: MaybeMoment;
  per_minute: number | null;
  /** Up to when its pace is used up; null: nothing was sent yet. */
  paced_until: MaybeMoment;
  paused_at: MaybeMoment;
  paused_by: AccountId | null;
  pause_reason: string | null;
  problem: string | null;
  total: Generated<number>;
  excluded: Generated<number>;
  accepted: Generated<number>;
  delivered: Generated<number>;
  read: Generated<number>;
  replied: Generated<number>;
  failed: Generated<number>;
  started_at: MaybeMoment;
  finished_at: MaybeMoment;
  cancelled_at: MaybeMoment;
  created_by: AccountId | null;
  updated_by: AccountId | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  deleted_at: MaybeMoment;
  version: Generated<number>;
}

export interface BroadcastRecipientTable {
  organization_id: OrganizationId;
  plan_id: RecordId;
  recipient_id: Generated<number>;
  lead_id: LeadId | null;
  phone: string | null;
  state: RecipientState;
  reason: ExclusionReason | FailureReason | null;
  message_id: MessageId | null;
  queued_at: MaybeMoment;
  accepted_at: MaybeMoment;
  delivered_at: MaybeMoment;
  read_at: MaybeMoment;
  replied_at: MaybeMoment;
  failed_at: MaybeMoment;
}

export interface BroadcastNewsTable {
  organization_id: OrganizationId;
  news_id: Generated<number>;
  plan_id: RecordId;
  message_id: MessageId;
  replied_at: MaybeMoment;
  at: CreatedAt;
}

export interface BroadcastSettingTable {
  organization_id: OrganizationId;
  monthly_limit: number | null;
  warning_levels: Generated<number[]>;
  /** "21:00"; null: there are no quiet hours. */
  quiet_from: Generated<string | null>;
  quiet_until: Generated<string | null>;
  updated_by: AccountId | null;
  updated_at: CreatedAt;
  version: Generated<number>;
}

export interface BroadcastPriceTable {
  organization_id: OrganizationId;
  price_id: RecordId;
  country: string;
  category: TemplateCategory;
  currency: string;
  unit_micros: number;
  valid_from: Day;
  valid_to: Day | null;
}
