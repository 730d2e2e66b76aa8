import type { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { Generated } from "kysely";
import type { CreatedAt, Json, MaybeMoment, RecordColumns } from "./columns.ts";

export interface RecipientListTable extends RecordColumns {
  list_id: RecordId;
  branch_id: BranchId | null;
  owner_id: AccountId | null;
  name: string;
  query_rule: Json<LeadQuery>;
  lead_count: number;
  counted_exactly: Generated<boolean>;
  counted_at: CreatedAt;
  open_status: Generated<number>;
  deleted_at: MaybeMoment;
}
