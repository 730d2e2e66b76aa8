import type { AccountId, BranchId, FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { ColumnType, Generated } from "kysely";
import type { AdvertisingTables } from "./advertising-tables.ts";
import type { AssistantTables } from "./assistant-tables.ts";
import type { BillingTables } from "./billing-tables.ts";
import type {
  BroadcastHourTable,
  BroadcastNewsTable,
  BroadcastPlanTable,
  BroadcastPriceTable,
  BroadcastReasonTable,
  BroadcastRecipientTable,
  BroadcastSettingTable,
  RecipientListTable,
} from "./broadcast-tables.ts";
import type { CreatedAt, Day, Json, MaybeMoment, OrganizationColumns, RecordColumns } from "./columns.ts";
import type { ReplyGroupTable, ReplyMessageTable, ScheduledMessageTable } from "./composer-tables.ts";
import type { ConversationEventTable } from "./conversation-event-tables.ts";
import type { DictItemTable, DictTypeTable } from "./dictionary-tables.ts";
import type {
  EmailPaceTable,
  EmailSettingTable,
  EmailStopTable,
  EmailTemplateTable,
  EmailTestTable,
} from "./email-tables.ts";
import type { FigureTables } from "./figure-tables.ts";
import type { HandOverLeadTable, HandOverTable } from "./hand-over-tables.ts";
import type { HoldingTables } from "./holding-tables.ts";
import type { ImageTables } from "./image-tables.ts";
import type { ImportFileTable, ImportMappingTable, ImportRowTable, ImportRunTable } from "./import-tables.ts";
import type {
  ChannelContactTable,
  ChannelTable,
  ConversationTable,
  EarlyEventTable,
  InboundDeliveryTable,
  MessageReactionTable,
  MessageTable,
  MessageTextTable,
  UnclaimedDeliveryTable,
  WelcomeMessageTable,
} from "./inbox-tables.ts";
import type { LandingTables } from "./landing-tables.ts";
import type { LeadBinDayTable, LeadBulkRowTable, LeadBulkRunTable } from "./lead-bulk-tables.ts";
import type { ConsentEntryTable, ContactMorningTable, LeadReminderTable } from "./lead-card-tables.ts";
import type { ConversationJoinTable, LeadFamilyTable, LeadMergeTable, LeadNotSameTable } from "./lead-family-tables.ts";
import type { LeadRuleTables } from "./lead-rule-tables.ts";
import type {
  NoticeReadTable,
  NoticeTable,
  NotificationMailTable,
  NotificationProgressTable,
  NotificationSettingTable,
  NotificationTable,
  PushSubscriptionTable,
  SetUpDismissalTable,
  SetUpTickTable,
} from "./notice-tables.ts";
import type { OrderTables } from "./order-tables.ts";
import type { PaymentTables } from "./payment-tables.ts";
import type {
  AccountBranchTable,
  AccountRoleTable,
  AccountTable,
  AuditEntryTable,
  BranchTable,
  CaptchaTable,
  MailedCodeTable,
  MenuTable,
  OrganizationTable,
  OutgoingMailTable,
  RateLimitTable,
  RoleMenuTable,
  RolePermissionTable,
  RoleTable,
  SessionTable,
} from "./people-tables.ts";
import type {
  BranchPersonView,
  BranchUseView,
  KnownBranchView,
  KnownOrganizationView,
  MembershipNoticeTable,
  OrganizationRemovalTable,
} from "./place-tables.ts";
import type {
  AccountNameView,
  PlainTables,
  RemovedMenuTable,
  RoleHolderView,
  SavedViewRoleTable,
  SavedViewTable,
  UtmLinkTable,
} from "./plain-tables.ts";
import type { ProductTables } from "./product-tables.ts";
import type {
  AutoLoginKeyTable,
  RecoveryCodeTable,
  SignInPlaceTable,
  SignInTicketTable,
  TwoStepUseTable,
} from "./sign-in-tables.ts";
import type { MessageTemplateTable } from "./template-tables.ts";

export interface StoredFileTable extends OrganizationColumns {
  file_id: FileId;
  name: string;
  content_type: string;
  size: Generated<number>;
  width: number | null;
  height: number | null;
  storage_key: string | null;
  lost_at: MaybeMoment;
  narrow_of: Generated<FileId | null>;
  created_by: AccountId | null;
  /** The person who uploaded it for one use and has not put it to that yet; nothing else can have it. */
  reserved_for: Generated<AccountId | null>;
  created_at: CreatedAt;
}

/** A file whose row is gone and whose bytes are still there. */
interface RemovedFileTable {
  storage_key: string;
  removed_at: CreatedAt;
}

export interface OutboxTable extends OrganizationColumns {
  outbox_id: Generated<number>;
  event: string;
  aggregate_id: string;
  payload: Json<Record<string, unknown>>;
  trace_id: Generated<string>;
  created_at: CreatedAt;
  published_at: MaybeMoment;
  problem: Generated<string | null>;
}

export interface ListItemTable extends OrganizationColumns {
  item_id: RecordId;
  project_id: number;
  code: string | null;
  name: string;
  color: "red" | "green" | "blue" | null;
  sort: Generated<number>;
  status: Generated<number>;
  created_at: CreatedAt;
}

export interface LeadChannelTable extends OrganizationColumns {
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

export interface LeadTable extends RecordColumns {
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
  contact2_e164: string | null;
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
  deleted_at: MaybeMoment;
  regular_contact_id: RecordId | null;
  family_id: RecordId | null;
  merged_into: LeadId | null;
  deleted_by: AccountId | null;
  app_seen_at: MaybeMoment;
  /** The first contact by somebody of the centre. */
  contacted_at: MaybeMoment;
  /** The first deal, and since when the lead is a student: the database itself notes both. */
  deal_at: MaybeMoment;
  student_since: MaybeMoment;
  /**
   * The first conversation, trial booked and trial attended, and when the lead last came back: recorded by the database
   * too.
   */
  talked_at: MaybeMoment;
  trial_booked_at: MaybeMoment;
  trial_attended_at: MaybeMoment;
  repeated_at: MaybeMoment;
  /** The import that wrote it last. */
  import_id: RecordId | null;
  /** The newest contact notes, for the search; kept by a trigger of `lead_note`. */
  note_text: ColumnType<string, never, never>;
  search_text: ColumnType<string, never, never>;
  /** Generated: what duplicates are found by. */
  email_key: ColumnType<string | null, never, never>;
  contact1_email_key: ColumnType<string | null, never, never>;
  contact2_email_key: ColumnType<string | null, never, never>;
  nickname_key: ColumnType<string | null, never, never>;
  fullname_key: ColumnType<string | null, never, never>;
  ename_key: ColumnType<string | null, never, never>;
  person_name_key: ColumnType<string | null, never, never>;
}

/** What a search finds a lead by, as numbers of its organisation: kept by triggers of `lead`. */
export interface LeadSearchTable extends OrganizationColumns {
  lead_id: LeadId;
  /** Parts of its words, those of its names and e-mail, and what its Chinese names sound like. Too large for a JavaScript number. */
  keys: ColumnType<string[] | null, never, never>;
  name_keys: ColumnType<string[] | null, never, never>;
  sound_keys: ColumnType<number[] | null, never, never>;
}

export interface LeadLogTable extends OrganizationColumns {
  log_id: RecordId;
  lead_id: LeadId;
  action_type: number;
  content: Generated<string>;
  details: Json<Record<string, unknown>>;
  operator_id: AccountId | null;
  created_at: CreatedAt;
}

export interface LeadNoteTable extends OrganizationColumns {
  note_id: RecordId;
  lead_id: LeadId;
  content: string;
  result_id: RecordId | null;
  next_contact_date: Day | null;
  created_by: AccountId;
  created_at: CreatedAt;
  regular_contact_id: RecordId | null;
  edited_at: MaybeMoment;
  deleted_at: MaybeMoment;
}

/** Every table, as the queries see it. Kept beside the migrations that make it. */
export interface Schema
  extends PlainTables,
    LeadRuleTables,
    AssistantTables,
    HoldingTables,
    FigureTables,
    ProductTables,
    OrderTables,
    PaymentTables,
    BillingTables,
    ImageTables,
    LandingTables,
    AdvertisingTables {
  organization: OrganizationTable;
  branch: BranchTable;
  account: AccountTable;
  role: RoleTable;
  role_permission: RolePermissionTable;
  menu: MenuTable;
  removed_menu: RemovedMenuTable;
  role_menu: RoleMenuTable;
  account_role: AccountRoleTable;
  role_holder: RoleHolderView;
  account_name: AccountNameView;
  account_branch: AccountBranchTable;
  session: SessionTable;
  captcha: CaptchaTable;
  rate_limit: RateLimitTable;
  stored_file: StoredFileTable;
  removed_file: RemovedFileTable;
  outbox: OutboxTable;
  list_item: ListItemTable;
  lead_channel: LeadChannelTable;
  lead: LeadTable;
  lead_log: LeadLogTable;
  lead_search: LeadSearchTable;
  lead_note: LeadNoteTable;
  consent_entry: ConsentEntryTable;
  email_pace: EmailPaceTable;
  email_setting: EmailSettingTable;
  email_stop: EmailStopTable;
  email_template: EmailTemplateTable;
  email_test: EmailTestTable;
  lead_reminder: LeadReminderTable;
  contact_morning: ContactMorningTable;
  lead_bulk_run: LeadBulkRunTable;
  lead_bulk_row: LeadBulkRowTable;
  lead_bin_day: LeadBinDayTable;
  lead_merge: LeadMergeTable;
  lead_not_same: LeadNotSameTable;
  lead_family: LeadFamilyTable;
  conversation_join: ConversationJoinTable;
  channel: ChannelTable;
  inbound_delivery: InboundDeliveryTable;
  unclaimed_delivery: UnclaimedDeliveryTable;
  channel_contact: ChannelContactTable;
  conversation: ConversationTable;
  conversation_event: ConversationEventTable;
  message: MessageTable;
  message_text: MessageTextTable;
  message_reaction: MessageReactionTable;
  welcome_message: WelcomeMessageTable;
  early_event: EarlyEventTable;
  broadcast_hour: BroadcastHourTable;
  broadcast_news: BroadcastNewsTable;
  broadcast_plan: BroadcastPlanTable;
  broadcast_price: BroadcastPriceTable;
  broadcast_reason: BroadcastReasonTable;
  broadcast_recipient: BroadcastRecipientTable;
  broadcast_setting: BroadcastSettingTable;
  message_template: MessageTemplateTable;
  scheduled_message: ScheduledMessageTable;
  reply_group: ReplyGroupTable;
  reply_message: ReplyMessageTable;
  audit_entry: AuditEntryTable;
  outgoing_mail: OutgoingMailTable;
  mailed_code: MailedCodeTable;
  hand_over: HandOverTable;
  hand_over_lead: HandOverLeadTable;
  utm_link: UtmLinkTable;
  recipient_list: RecipientListTable;
  import_run: ImportRunTable;
  import_row: ImportRowTable;
  import_mapping: ImportMappingTable;
  import_file: ImportFileTable;
  dict_type: DictTypeTable;
  dict_item: DictItemTable;
  saved_view: SavedViewTable;
  saved_view_role: SavedViewRoleTable;
  sign_in_ticket: SignInTicketTable;
  two_step_use: TwoStepUseTable;
  recovery_code: RecoveryCodeTable;
  sign_in_place: SignInPlaceTable;
  auto_login_key: AutoLoginKeyTable;
  notice: NoticeTable;
  notice_read: NoticeReadTable;
  notification: NotificationTable;
  notification_mail: NotificationMailTable;
  notification_setting: NotificationSettingTable;
  push_subscription: PushSubscriptionTable;
  notification_progress: NotificationProgressTable;
  set_up_dismissal: SetUpDismissalTable;
  set_up_tick: SetUpTickTable;
  organization_removal: OrganizationRemovalTable;
  membership_notice: MembershipNoticeTable;
  known_organization: KnownOrganizationView;
  known_branch: KnownBranchView;
  branch_person: BranchPersonView;
  branch_use: BranchUseView;
}
