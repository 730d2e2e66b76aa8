import type { AccountId, BranchId, RecordId, RoleId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, MaybeMoment, Moment, OrganizationColumns } from "./columns.ts";

/** Who started work that runs later. Ids and a name to show; the rights are read again when the work runs. */
export interface StoredActor {
  accountId: AccountId;
  branchId: BranchId;
  sessionId: string;
  /** The role as which they looked at the product. */
  viewsAs: RoleId | null;
  nickname: string;
}

export interface SignInTicketTable extends OrganizationColumns {
  ticket_id: RecordId;
  ticket_hash: Buffer;
  account_id: AccountId;
  branch_id: BranchId;
  means: "password" | "key";
  awaits: Generated<"second-step" | "mailed-code">;
  created_at: CreatedAt;
  expires_at: Moment;
}

export interface TwoStepUseTable extends OrganizationColumns {
  account_id: AccountId;
  used_step: number;
}

export interface RecoveryCodeTable extends OrganizationColumns {
  account_id: AccountId;
  code_hash: Buffer;
  created_at: CreatedAt;
  used_at: MaybeMoment;
}

export interface SignInPlaceTable extends OrganizationColumns {
  account_id: AccountId;
  network: string;
  device: string;
  seen_at: CreatedAt;
}

export interface AutoLoginKeyTable extends OrganizationColumns {
  key_id: RecordId;
  key_hash: Buffer;
  account_id: AccountId;
  created_by: AccountId;
  created_at: CreatedAt;
  expires_at: Moment;
  used_at: MaybeMoment;
  used_address: Generated<string>;
  revoked_at: MaybeMoment;
  revoked_by: AccountId | null;
}
