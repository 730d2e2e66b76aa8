import type { Hours } from "@homeroom/contract/hours";
import type { AccountId, BranchId, ConversationId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Json, Moment, OrganizationColumns, VersionedColumns } from "./columns.ts";

export interface ConversationHoldTable extends OrganizationColumns {
  conversation_id: ConversationId;
  kind: "staff" | "assistant";
  account_id: AccountId | null;
  session_id: string | null;
  since: CreatedAt;
  last_active_at: CreatedAt;
  expires_at: Moment;
}

export interface ConversationViewerTable extends OrganizationColumns {
  conversation_id: ConversationId;
  account_id: AccountId;
  viewing_until: Moment;
  typing_until: Moment;
}

export interface ChatSettingTable extends VersionedColumns {
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
}

export interface UnansweredMailTable extends OrganizationColumns {
  lead_id: LeadId;
  mailed_at: CreatedAt;
}

export interface BackupSettingTable extends VersionedColumns {
  branch_id: BranchId;
  phone_id: string;
  product_id: string;
  secrets: Buffer;
  verified_at: Moment;
}

/** The tables of who holds a conversation, of chat management and of the group-chat backup. */
export interface HoldingTables {
  conversation_hold: ConversationHoldTable;
  conversation_viewer: ConversationViewerTable;
  chat_setting: ChatSettingTable;
  unanswered_mail: UnansweredMailTable;
  backup_setting: BackupSettingTable;
}
