import type {
  AccountId,
  BranchId,
  ChannelId,
  ConversationId,
  FileId,
  LeadId,
  MessageId,
  OrganizationId,
  RecordId,
} from "@homeroom/contract/ids";
import type { ColumnType, Generated } from "kysely";
import type { CreatedAt, Day, Json, MaybeJson, MaybeMoment, Moment } from "./columns.ts";
import type {
  AccountBranchTable,
  AccountRoleTable,
  AccountTable,
  BranchTable,
  CaptchaTable,
  MenuTable,
  OrganizationTable,
  RateLimitTable,
  RoleMenuTable,
  RolePermissionTable,
  RoleTable,
  SessionTable,
} from "./people-tables.ts";

export interface StoredFileTable {
  organization_id: OrganizationId;
  file_id: FileId;
  name: string;
  content_type: string;
  size: Generated<number>;
  width: number | null;
  height: number | null;
  storage_key: string | null;
  lost_at: MaybeMoment;
  created_by: AccountId | null;
  created_at: CreatedAt;
}

export interface OutboxTable {
  outbox_id: Generated<number>;
  organization_id: OrganizationId;
  event: string;
  aggregate_id: string;
  payload: Json<Record<string, unknown>>;
  trace_id: Generated<string>;
  created_at: CreatedAt;
  published_at: MaybeMoment;
}

export interface ListItemTable {
  organization_id: OrganizationId;
  item_id: RecordId;
  project_id: number;
  code: string | null;
  name: string;
  color: "red" | "green" | "blue" | null;
  sort: Generated<number>;
  status: Generated<number>;
  created_at: CreatedAt;
}

export interface LeadChannelTable {
  organization_id: OrganizationId;
  lead_channel_id: RecordId;
  parent_id: RecordId | null;
  code: string | null;
  name: string;
  sort: Generated<number>;
  created_at: CreatedAt;
}

export interface LeadContact {
  name: string;
  email: string;
  areaCode: string;
  phone: string;
}

export interface LeadTable {
  organization_id: OrganizationId;
  lead_id: LeadId;
  branch_id: BranchId;
  nickname: string;
  ename: Generated<string>;
  fullname: Generated<string>;
  first_name: Generated<string>;
  last_name: Generated<string>;
  birthday: Day | null;
  gender: Generated<number>;
  country: Generated<string>;
  area_code: Generated<string>;
  phone: Generated<string>;
  phone_e164: string | null;
  email: Generated<string>;
  line_user_id: Generated<string>;
  address: Generated<string>;
  school: Generated<string>;
  grade: Generated<string>;
  referrer: Generated<string>;
  channel_id: RecordId | null;
  secondary_channel_id: RecordId | null;
  tutor_id: AccountId | null;
  sales_id: AccountId | null;
  tag_ids: Generated<RecordId[]>;
  avatar_file_id: FileId | null;
  contact1: Json<Partial<LeadContact>>;
  contact1_e164: string | null;
  contact2: Json<Partial<LeadContact>>;
  accept_message: Generated<boolean>;
  notes: Generated<string>;
  app_open: Generated<boolean>;
  app_device: Generated<string>;
  system_version: Generated<string>;
  app_version: Generated<string>;
  lead_date: Day;
  revisit_count: Generated<number>;
  last_contact_at: MaybeMoment;
  next_contact_date: Day | null;
  status_id: RecordId | null;
  result_id: RecordId | null;
  lead_type: Generated<number>;
  gpt_status: Generated<number>;
  lead_count: Generated<number>;
  created_by: AccountId | null;
  updated_by: AccountId | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  deleted_at: MaybeMoment;
  version: Generated<number>;
  search_text: ColumnType<string, never, never>;
}

export interface LeadLogTable {
  organization_id: OrganizationId;
  log_id: RecordId;
  lead_id: LeadId;
  action_type: number;
  content: Generated<string>;
  details: Json<Record<string, unknown>>;
  operator_id: AccountId | null;
  created_at: CreatedAt;
}

export interface LeadNoteTable {
  organization_id: OrganizationId;
  note_id: RecordId;
  lead_id: LeadId;
  content: string;
  result_id: RecordId | null;
  next_contact_date: Day | null;
  created_by: AccountId;
  created_at: CreatedAt;
}

export interface ChannelTable {
  organization_id: OrganizationId;
  channel_id: ChannelId;
  branch_id: BranchId;
  kind: "whatsapp" | "line";
  name: string;
  external_id: string;
  settings: Json<Record<string, string>>;
  secrets: Buffer;
  is_sandbox: Generated<boolean>;
  status: Generated<number>;
  stopped_at: MaybeMoment;
  stopped_reason: string | null;
  send_tokens: Generated<number>;
  send_tokens_at: CreatedAt;
  created_at: CreatedAt;
}

export interface InboundDeliveryTable {
  organization_id: OrganizationId;
  delivery_id: Generated<number>;
  channel_id: ChannelId;
  event_id: string;
  payload: Json<Record<string, unknown>>;
  received_at: CreatedAt;
  processed_at: MaybeMoment;
  attempts: Generated<number>;
  next_attempt_at: MaybeMoment;
  problem: string | null;
  given_up_at: MaybeMoment;
}

export interface ChannelContactTable {
  organization_id: OrganizationId;
  contact_id: string;
  channel_id: ChannelId;
  lead_id: LeadId;
  provider_user_id: string | null;
  phone: string | null;
  profile_name: Generated<string>;
  username: Generated<string>;
  last_inbound_at: MaybeMoment;
  window_ends_at: MaybeMoment;
  ad_window_ends_at: MaybeMoment;
  blocked_at: MaybeMoment;
  marketing_stopped_at: MaybeMoment;
  pair_tokens: Generated<number>;
  pair_tokens_at: CreatedAt;
  created_at: CreatedAt;
}

export interface ConversationTable {
  organization_id: OrganizationId;
  conversation_id: ConversationId;
  lead_id: LeadId;
  branch_id: BranchId;
  sales_id: AccountId | null;
  tutor_id: AccountId | null;
  contact_id: string;
  last_position: Generated<number>;
  last_message_id: MessageId | null;
  last_message_at: MaybeMoment;
  last_direction: "in" | "out" | null;
  last_inbound_at: MaybeMoment;
  unread_count: Generated<number>;
  customer_unread: Generated<boolean>;
  window_ends_at: MaybeMoment;
  created_at: CreatedAt;
  version: Generated<number>;
  /** xid8, read as a string of digits. */
  changed_xid: Generated<string>;
}

export interface MessageTable {
  organization_id: OrganizationId;
  message_id: MessageId;
  conversation_id: ConversationId;
  channel_id: ChannelId;
  contact_id: string;
  position: number;
  direction: "in" | "out";
  kind: string;
  text: Generated<string>;
  details: Json<Record<string, unknown>>;
  file_id: FileId | null;
  provider_media_id: string | null;
  quoted_provider_id: string | null;
  quoted_id: MessageId | null;
  referral: MaybeJson<Record<string, unknown>>;
  forwarded: Generated<boolean>;
  edited_at: MaybeMoment;
  revoked_at: MaybeMoment;
  sender_id: AccountId | null;
  state: "received" | "queued" | "sending" | "unsure" | "accepted" | "sent" | "delivered" | "read" | "failed";
  error_class: string | null;
  error_code: string | null;
  error_reason: string | null;
  error_detail: string | null;
  attempts: Generated<number>;
  next_attempt_at: MaybeMoment;
  sending_since: MaybeMoment;
  provider_message_id: string | null;
  pricing: MaybeJson<Record<string, unknown>>;
  sent_at: Moment;
  created_at: CreatedAt;
  version: number;
}

export interface MessageReactionTable {
  organization_id: OrganizationId;
  message_id: MessageId;
  direction: "in" | "out";
  emoji: string;
  reacted_at: Moment;
}

export interface EarlyEventTable {
  organization_id: OrganizationId;
  early_event_id: string;
  channel_id: ChannelId;
  provider_message_id: string;
  event: Json<Record<string, unknown>>;
  created_at: CreatedAt;
}

/** Every table, as the queries see it. Kept beside the migrations that make it. */
export interface Schema {
  organization: OrganizationTable;
  branch: BranchTable;
  account: AccountTable;
  role: RoleTable;
  role_permission: RolePermissionTable;
  menu: MenuTable;
  role_menu: RoleMenuTable;
  account_role: AccountRoleTable;
  account_branch: AccountBranchTable;
  session: SessionTable;
  captcha: CaptchaTable;
  rate_limit: RateLimitTable;
  stored_file: StoredFileTable;
  outbox: OutboxTable;
  list_item: ListItemTable;
  lead_channel: LeadChannelTable;
  lead: LeadTable;
  lead_log: LeadLogTable;
  lead_note: LeadNoteTable;
  channel: ChannelTable;
  inbound_delivery: InboundDeliveryTable;
  channel_contact: ChannelContactTable;
  conversation: ConversationTable;
  message: MessageTable;
  message_reaction: MessageReactionTable;
  early_event: EarlyEventTable;
}
