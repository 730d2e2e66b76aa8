import type { Hours } from "@homeroom/contract/hours";
import type { AccountId, BranchId, ConversationId, LeadId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Json, Moment } from "./columns.ts";

export interface ConversationHoldTable {
  organization_id: OrganizationId;
  conversation_id: ConversationId;
  kind: "staff" | "assistant";
  account_id: AccountId | null;
  session_id: string | null;
  since: CreatedAt;
  last_active_at: CreatedAt;
  expires_at: Moment;
}

export interface ConversationViewerTable {
  organization_id: OrganizationId;
  conversation_id: ConversationId;
  account_id: AccountId;
  viewing_until: Moment;
  typing_until: Moment;
}

export interface ChatSettingTable {
  organization_id: OrganizationId;
  setting_id: RecordId;
  branch_id: BranchId | null;
  hold_idle_minutes: Generated<number>;
  reply_window_hours: Generated<number>;
  free_reply_seconds: Generated<number>;
  repeat_lead_days: Generated<number>;
  notify: Generated<"off" | "sales" | "branch" | "custom">;
  notify_after_minutes: Generated<number>;
  notify_emails: Json<{ name: string; email: string }[]>;
  office_hours: Json<Hours[]>;
  version: Generated<number>;
  updated_at: CreatedAt;
  updated_by: AccountId | null;
}

export interface UnansweredMailTable {
  organization_id: OrganizationId;
  lead_id: LeadId;
  mailed_at: CreatedAt;
}

export interface BackupSettingTable {
  organization_id: OrganizationId;
  branch_id: BranchId;
  phone_id: string;
  product_id: string;
  secrets: Buffer;
  verified_at: Moment;
  version: Generated<number>;
  updated_at: CreatedAt;
  updated_by: AccountId | null;
}

/** The tables of who holds a conversation, of chat management and of the group-chat backup. */
export interface HoldingTables {
  conversation_hold: ConversationHoldTable;
  conversation_viewer: ConversationViewerTable;
  chat_setting: ChatSettingTable;
  unanswered_mail: UnansweredMailTable;
  backup_setting: BackupSettingTable;
}
