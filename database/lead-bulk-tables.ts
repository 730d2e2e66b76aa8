import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { BulkAction, BulkKind, bulkStates } from "@homeroom/contract/lead-bulk";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { Generated } from "kysely";
import type { Day, Json, MaybeJson, OrganizationColumns } from "./columns.ts";
import type { RunColumns } from "./run-columns.ts";

export interface LeadBulkRunTable extends RunColumns {
  bulk_id: RecordId;
  account_id: AccountId;
  kind: BulkKind;
  action: Json<BulkAction>;
  query: Json<LeadQuery & { students?: boolean }>;
  state: Generated<(typeof bulkStates)[number]>;
  total: number;
  done_through: Generated<number>;
  changed_count: Generated<number>;
  same_count: Generated<number>;
  unfit_count: Generated<number>;
  full_count: Generated<number>;
  gone_count: Generated<number>;
  undone_count: Generated<number>;
  kept_count: Generated<number>;
  turns: Json<Record<string, number>>;
  dealt: Json<Record<string, number>>;
}

/** The columns of a lead that a bulk change writes. */
export interface BulkColumns {
  branch_id?: BranchId;
  sales_id?: AccountId | null;
  tutor_id?: AccountId | null;
  status_id?: RecordId | null;
  result_id?: RecordId | null;
  regular_contact_id?: RecordId | null;
  tag_ids?: RecordId[];
}

export interface LeadBulkRowTable extends OrganizationColumns {
  bulk_id: RecordId;
  row_number: number;
  lead_id: LeadId;
  outcome: "changed" | "same" | "unfit" | "full" | "gone" | null;
  version: number | null;
  before: MaybeJson<BulkColumns>;
  undone: "undone" | "changed" | "taken" | "gone" | null;
}

export interface LeadBinDayTable extends OrganizationColumns {
  deleted_on: Day;
}
