import type { AccountId, FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { NoticeLevel, NoticeType } from "@homeroom/contract/notices";
import type { NotificationChoice, NotificationKind } from "@homeroom/contract/notifications";
import type { Generated } from "kysely";
import type { CreatedAt, Json, MaybeMoment, OrganizationColumns, RecordColumns } from "./columns.ts";

export interface NoticeTable extends RecordColumns {
  notice_id: RecordId;
  title: string;
  content: string;
  type: NoticeType;
  level: NoticeLevel;
  target_type: number;
  target_ids: Generated<RecordId[]>;
  image_file_id: FileId | null;
  published_at: MaybeMoment;
  published_by: AccountId | null;
  revoked_at: MaybeMoment;
  revoked_by: AccountId | null;
}

export interface NoticeReadTable extends OrganizationColumns {
  notice_id: RecordId;
  account_id: AccountId;
  read_at: CreatedAt;
}

export interface NotificationTable extends OrganizationColumns {
  notification_id: RecordId;
  account_id: AccountId;
  kind: NotificationKind;
  subject_id: string;
  subject_version: number;
  lead_id: LeadId | null;
  details: Json<Record<string, string | number>>;
  count: Generated<number>;
  happened_at: CreatedAt;
  created_at: CreatedAt;
  read_at: MaybeMoment;
  mailed_at: MaybeMoment;
}

export interface NotificationMailTable extends OrganizationColumns {
  account_id: AccountId;
  kind: NotificationKind;
  subject_id: string;
  mailed_at: CreatedAt;
}

export interface NotificationSettingTable extends OrganizationColumns {
  account_id: AccountId;
  choices: Json<Partial<Record<NotificationKind, Partial<NotificationChoice>>>>;
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: Generated<string>;
  updated_at: CreatedAt;
}

/** A browser that gets a person's push notifications. */
export interface PushSubscriptionTable extends OrganizationColumns {
  subscription_id: Generated<RecordId>;
  account_id: AccountId;
  session_id: string | null;
  endpoint_hash: Buffer;
  /** Sealed: the address and keys of the browser. */
  secrets: Buffer;
  renewed_at: CreatedAt;
  created_at: CreatedAt;
}

export interface NotificationProgressTable extends OrganizationColumns {
  /** xid8, read as a string of digits. */
  conversations_until: string | null;
}

export interface SetUpDismissalTable extends OrganizationColumns {
  account_id: AccountId;
  dismissed_at: CreatedAt;
}

export interface SetUpTickTable extends OrganizationColumns {
  step: string;
  ticked_at: CreatedAt;
  ticked_by: AccountId | null;
}
