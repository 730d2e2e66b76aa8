import type { AccountId, BranchId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, MaybeMoment, Moment, OrganizationColumns } from "./columns.ts";

export interface OrganizationRemovalTable extends OrganizationColumns {
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

export interface MembershipNoticeTable extends OrganizationColumns {
  expires_at: Moment;
  kind: string;
  sent_at: CreatedAt;
}

export interface KnownOrganizationView extends OrganizationColumns {
  name: string;
  time_zone: string;
  locale: string;
  deactivated_at: Date | null;
}

export interface KnownBranchView extends OrganizationColumns {
  branch_id: BranchId;
  name: string;
  time_zone: string;
  status: number;
  sort: number;
}

export interface BranchPersonView extends OrganizationColumns {
  branch_id: BranchId;
  account_id: AccountId;
  nickname: string;
  status: number;
  is_owner: boolean;
}

export interface BranchUseView extends OrganizationColumns {
  branch_id: BranchId;
  leads: number;
  conversations: number;
  channels: number;
}
