import type { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, MaybeMoment, Moment } from "./columns.ts";

export interface OrganizationRemovalTable {
  organization_id: OrganizationId;
  reason: "wipe" | "expiry";
  requested_by: Generated<string>;
  requested_at: CreatedAt;
  due_at: Moment;
  started_at: MaybeMoment;
  leased_until: MaybeMoment;
  /** bigint, read as a number. */
  removed_rows: Generated<number>;
  finished_at: MaybeMoment;
  owner_email: Generated<string>;
  owner_locale: Generated<string>;
}

export interface MembershipNoticeTable {
  organization_id: OrganizationId;
  expires_at: Moment;
  kind: string;
  sent_at: CreatedAt;
}

export interface KnownOrganizationView {
  organization_id: OrganizationId;
  name: string;
  time_zone: string;
  locale: string;
  deactivated_at: Date | null;
}

export interface KnownBranchView {
  organization_id: OrganizationId;
  branch_id: BranchId;
  name: string;
  time_zone: string;
  status: number;
  sort: number;
}

export interface BranchPersonView {
  organization_id: OrganizationId;
  branch_id: BranchId;
  account_id: AccountId;
  nickname: string;
  status: number;
  is_owner: boolean;
}

export interface BranchUseView {
  organization_id: OrganizationId;
  branch_id: BranchId;
  leads: number;
  conversations: number;
  channels: number;
}
