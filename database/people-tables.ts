import type { AccountId, BranchId, FileId, MenuId, OrganizationId, RecordId, RoleId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, MaybeJson, MaybeMoment, Moment } from "./columns.ts";

export interface OrganizationTable {
  organization_id: OrganizationId;
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
  created_at: CreatedAt;
}

export interface BranchTable {
  organization_id: OrganizationId;
  branch_id: BranchId;
  name: string;
  ename: Generated<string>;
  time_zone: string;
  status: Generated<number>;
  sort: Generated<number>;
  created_at: CreatedAt;
}

export interface AccountTable {
  organization_id: OrganizationId;
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
  created_at: CreatedAt;
}

export interface RoleTable {
  organization_id: OrganizationId;
  role_id: RoleId;
  code: string;
  name: string;
  description: Generated<string>;
  status: Generated<number>;
  is_default: Generated<boolean>;
  permissions_version: Generated<number>;
  created_at: CreatedAt;
}

export interface RolePermissionTable {
  organization_id: OrganizationId;
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
  created_at: CreatedAt;
}

export interface RoleMenuTable {
  organization_id: OrganizationId;
  role_id: RoleId;
  menu_id: MenuId;
}

export interface AccountRoleTable {
  organization_id: OrganizationId;
  account_id: AccountId;
  role_id: RoleId;
}

export interface AccountBranchTable {
  organization_id: OrganizationId;
  account_id: AccountId;
  branch_id: BranchId;
  last_assigned_at: MaybeMoment;
}

export interface SessionTable {
  organization_id: OrganizationId;
  session_id: RecordId;
  token_hash: Buffer;
  account_id: AccountId;
  branch_id: BranchId;
  address: Generated<string>;
  user_agent: Generated<string>;
  created_at: CreatedAt;
  seen_at: CreatedAt;
  ended_at: MaybeMoment;
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
