import type { AccountId, BranchId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { Generated } from "kysely";
import type { CreatedAt, Json, MaybeMoment } from "./columns.ts";

export interface RecipientListTable {
  organization_id: OrganizationId;
  list_id: RecordId;
  branch_id: BranchId | null;
  owner_id: AccountId | null;
  name: string;
  query_rule: Json<LeadQuery>;
  lead_count: number;
  counted_exactly: Generated<boolean>;
  counted_at: CreatedAt;
  open_status: Generated<number>;
  created_by: AccountId | null;
  updated_by: AccountId | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  deleted_at: MaybeMoment;
  version: Generated<number>;
}
