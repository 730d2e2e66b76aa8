import type { AccountId, BranchId, FileId, MenuId, RecordId, RoleId } from "@homeroom/contract/ids";
import type { ColumnType, Generated } from "kysely";
import type {
  CreatedAt,
  Day,
  MaybeJson,
  MaybeMoment,
  Moment,
  OrganizationColumns,
  RecordColumns,
  VersionedColumns,
} from "./columns.ts";

export interface OrganizationTable extends VersionedColumns {
  name: string;
  business_category: Generated<string>;
  country: Generated<string>;
  time_zone: Generated<string>;
  locale: Generated<string>;
  logo_file_id: FileId | null;
  membership: Generated<"trial" | "basic" | "advanced" | "expired" | "grace">;
  expires_at: MaybeMoment;
  deactivated_at: MaybeMoment;
  features: Generated<string[]>;
  branch_count: Generated<string>;
  contact_first_name: Generated<string>;
  contact_last_name: Generated<string>;
  email: Generated<string>;
  area_code: Generated<string>;
  phone: Generated<string>;
  location: Generated<string>;
  source: Generated<string>;
  accepts_messages: Generated<boolean>;
  two_step_required_at: MaybeMoment;
  random_initial_passwords: Generated<boolean>;
  /** Another one after each change of a name; see platform/db/cached-names.ts of the server. */
  names_mark: Generated<string>;
  /** Another one after each change of rights; see `session_actor`. */
  rights_mark: Generated<string>;
  created_at: CreatedAt;
}

export interface BranchTable extends RecordColumns {
  branch_id: BranchId;
  name: string;
  ename: Generated<string>;
  time_zone: string;
  status: Generated<number>;
  sort: Generated<number>;
  contact_name: Generated<string>;
  email: Generated<string>;
  area_code: Generated<string>;
  phone: Generated<string>;
  address: Generated<string>;
  established_on: Day | null;
  lease_ends_on: Day | null;
  introduction: Generated<string>;
}

export interface AccountTable extends RecordColumns {
  account_id: AccountId;
  email: string;
  staff_id: string | null;
  nickname: string;
  password_hash: string;
  password_initialized_at: MaybeMoment;
  status: Generated<number>;
  is_owner: Generated<boolean>;
  is_platform: Generated<boolean>;
  avatar_file_id: FileId | null;
  tour_completed_at: MaybeMoment;
  department_id: RecordId | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  ename: Generated<string>;
  area_code: Generated<string>;
  phone: Generated<string>;
  gender: Generated<number>;
  birth_date: Day | null;
  education: Generated<number>;
  school: Generated<string>;
  introduction: Generated<string>;
  address: Generated<string>;
  emergency_name: Generated<string>;
  emergency_area_code: Generated<string>;
  emergency_phone: Generated<string>;
  emergency_email: Generated<string>;
  notes: Generated<string>;
  locale: Generated<string>;
  left_at: MaybeMoment;
  password_given_at: CreatedAt;
  initial_password: Generated<"fixed" | "random">;
  two_step_secret: Buffer | null;
  two_step_enabled_at: MaybeMoment;
  erased_at: MaybeMoment;
  search_text: ColumnType<string, never, never>;
  /** What its Chinese name sounds like, as numbers: kept by a trigger, null until the backfill has been there. */
  sound_keys: ColumnType<number[] | null, never, never>;
  email_key: ColumnType<string, never, never>;
  staff_key: ColumnType<string | null, never, never>;
}

export interface RoleTable extends RecordColumns {
  role_id: RoleId;
  code: string;
  name: string;
  description: Generated<string>;
  status: Generated<number>;
  is_default: Generated<boolean>;
  /** In basis points of the price; null: no limit. */
  discount_limit: number | null;
  permissions_version: Generated<number>;
}

export interface RolePermissionTable extends OrganizationColumns {
  role_id: RoleId;
  permission: string;
}

export interface MenuTable {
  menu_id: MenuId;
  parent_id: MenuId | null;
  type: "CATALOG" | "MENU" | "BUTTON" | "EXTLINK";
  name: string;
  titles: MaybeJson<Record<"zh-tw" | "zh-cn" | "en", string>>;
  route_name: Generated<string>;
  route_path: Generated<string>;
  component: Generated<string>;
  redirect: Generated<string>;
  perm: Generated<string>;
  icon: Generated<string>;
  sort: Generated<number>;
  visible: Generated<boolean>;
  keep_alive: Generated<boolean>;
  always_show: Generated<boolean>;
  params: MaybeJson<Record<string, string>>;
  platform_only: Generated<boolean>;
  definition: string | null;
  version: Generated<number>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  updated_by: AccountId | null;
}

export interface RoleMenuTable extends OrganizationColumns {
  role_id: RoleId;
  menu_id: MenuId;
}

export interface AccountRoleTable extends OrganizationColumns {
  account_id: AccountId;
  role_id: RoleId;
}

export interface AccountBranchTable extends OrganizationColumns {
  account_id: AccountId;
  branch_id: BranchId;
}

export interface SessionTable extends OrganizationColumns {
  session_id: RecordId;
  token_hash: Buffer;
  account_id: AccountId;
  branch_id: BranchId;
  address: Generated<string>;
  user_agent: Generated<string>;
  created_at: CreatedAt;
  seen_at: CreatedAt;
  ended_at: MaybeMoment;
  view_as_role_id: RoleId | null;
  means: "password" | "key" | "registration" | null;
}

export interface CaptchaTable {
  captcha_id: string;
  answer_hash: Buffer;
  expires_at: Moment;
}

export interface RateLimitTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

export interface AuditEntryTable extends OrganizationColumns {
  audit_id: RecordId;
  created_at: CreatedAt;
  account_id: AccountId | null;
  operator: Generated<string>;
  module: string;
  action: string;
  subject_type: string;
  subject_id: Generated<string>;
  subject_name: Generated<string>;
  before: MaybeJson<Record<string, unknown>>;
  after: MaybeJson<Record<string, unknown>>;
  method: Generated<string>;
  path: Generated<string>;
  address: Generated<string>;
  user_agent: Generated<string>;
  trace_id: Generated<string>;
  elapsed_ms: Generated<number>;
}

export interface OutgoingMailTable {
  mail_id: string;
  recipient: string;
  subject: string;
  body: MaybeJson<{ text: string; html: string; unsubscribe?: string }>;
  tries: Generated<number>;
  next_try_at: CreatedAt;
  created_at: CreatedAt;
  sent_at: MaybeMoment;
  gave_up_at: MaybeMoment;
  problem: Generated<string>;
  urgent: Generated<boolean>;
}

export interface MailedCodeTable {
  purpose: string;
  email: string;
  code_hash: Buffer;
  tries: Generated<number>;
  sent_at: CreatedAt;
  expires_at: Moment;
}
