import type { ExclusionReason } from "@homeroom/contract/broadcast-estimate";
import type {
  BroadcastVariable,
  PlanKind,
  PlanState,
  planEnded,
  RecipientState,
} from "@homeroom/contract/broadcast-plans";
import type { PriceCategory } from "@homeroom/contract/broadcast-settings";
import type { EmailContent } from "@homeroom/contract/email-templates";
import type { FailureReason } from "@homeroom/contract/failure-reasons";
import type { AccountId, BranchId, ChannelId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { MailFailure } from "@homeroom/contract/plan-pauses";
import type { Generated } from "kysely";
import type {
  CreatedAt,
  Day,
  Json,
  MaybeJson,
  MaybeMoment,
  Moment,
  OrganizationColumns,
  RecordColumns,
  VersionedColumns,
} from "./columns.ts";

export interface BroadcastPlanTable extends RecordColumns {
  plan_id: RecordId;
  name: string;
  kind: Generated<PlanKind>;
  /** A test to one number. */
  is_test: Generated<boolean>;
  channel_id: ChannelId | null;
  branch_id: BranchId | null;
  template_id: RecordId | null;
  email_template_id: RecordId | null;
  /** The content of the mails since the plan started. */
  email_content: MaybeJson<EmailContent>;
  links: Generated<string[]>;
  link_number: Generated<number>;
  variables: Json<Record<string, BroadcastVariable>>;
  list_ids: RecordId[];
  filter: MaybeJson<LeadQuery>;
  numbers: string[];
  reach_branch_id: BranchId | null;
  reach_owner_id: AccountId | null;
  source_id: RecordId | null;
  source_part: "all" | "failed" | null;
  state: PlanState;
  /** Its reasons and hours are stored; those of plans from earlier releases are counted. */
  figures_kept: Generated<boolean>;
  schedule_at: MaybeMoment;
  per_minute: number | null;
  /** Up to when its pace is used up; null: nothing was sent yet. */
  paced_until: MaybeMoment;
  spread_hours: number | null;
  /** Set at the start: the seconds between two messages. */
  spread_seconds: number | null;
  most_unanswered: number | null;
  approved_at: MaybeMoment;
  approved_by: AccountId | null;
  /** The number of recipients when it was approved in advance. */
  approved_total: number | null;
  /** SHA-256 of its messages' text at that time. */
  approved_text: string | null;
  paused_at: MaybeMoment;
  paused_by: AccountId | null;
  /** A person ended it while it was paused: no recipient goes back to waiting. */
  ended_at: MaybeMoment;
  pause_reason: string | null;
  /** The error of its mail server, if that paused it. */
  mail_failure: MaybeJson<MailFailure>;
  problem: string | null;
  total: Generated<number>;
  excluded: Generated<number>;
  accepted: Generated<number>;
  delivered: Generated<number>;
  read: Generated<number>;
  replied: Generated<number>;
  clicked: Generated<number>;
  failed: Generated<number>;
  started_at: MaybeMoment;
  finished_at: MaybeMoment;
  cancelled_at: MaybeMoment;
  deleted_at: MaybeMoment;
}

export interface BroadcastRecipientTable extends OrganizationColumns {
  plan_id: RecordId;
  recipient_id: Generated<number>;
  lead_id: LeadId | null;
  phone: string | null;
  email: string | null;
  state: RecipientState;
  reason: ExclusionReason | FailureReason | typeof planEnded | null;
  message_id: MessageId | null;
  queued_at: MaybeMoment;
  accepted_at: MaybeMoment;
  delivered_at: MaybeMoment;
  read_at: MaybeMoment;
  replied_at: MaybeMoment;
  clicked_at: MaybeMoment;
  failed_at: MaybeMoment;
  tries: Generated<number>;
  next_try_at: MaybeMoment;
  /** The provider's own words about a failure. */
  detail: string | null;
}

export interface BroadcastNewsTable extends OrganizationColumns {
  news_id: Generated<number>;
  plan_id: RecordId;
  message_id: MessageId;
  replied_at: MaybeMoment;
  at: CreatedAt;
}

export interface BroadcastSettingTable extends VersionedColumns {
  monthly_limit: number | null;
  warning_levels: Generated<number[]>;
  /** "21:00"; null: there are no quiet hours. */
  quiet_from: Generated<string | null>;
  quiet_until: Generated<string | null>;
  approval_above: Generated<number | null>;
}

export interface BroadcastPriceTable extends OrganizationColumns {
  price_id: RecordId;
  country: string;
  category: PriceCategory;
  currency: string;
  unit_micros: number;
  valid_from: Day;
  valid_to: Day | null;
}

/** How many of a plan's recipients were left out or failed, by reason. Kept by a trigger. */
export interface BroadcastReasonTable extends OrganizationColumns {
  plan_id: RecordId;
  state: "excluded" | "failed";
  reason: string;
  count: number;
}

/** How many of a plan's recipients reached each state in each hour. Kept by a trigger. */
export interface BroadcastHourTable extends OrganizationColumns {
  plan_id: RecordId;
  what: "accepted" | "delivered" | "read" | "replied" | "clicked";
  hour: Moment;
  count: number;
}

export interface RecipientListTable extends RecordColumns {
  list_id: RecordId;
  branch_id: BranchId | null;
  owner_id: AccountId | null;
  name: string;
  query_rule: Json<LeadQuery>;
  lead_count: number;
  counted_exactly: Generated<boolean>;
  counted_at: CreatedAt;
  open_status: Generated<number>;
  deleted_at: MaybeMoment;
}
