import type { AccountId, BranchId, FileId, RecordId } from "@homeroom/contract/ids";
import type { ImportKindName, ImportState, tableDelimiters, tableEncodings } from "@homeroom/contract/imports";
import type { Language } from "@homeroom/contract/language";
import type { Generated } from "kysely";
import type { CreatedAt, Json, MaybeJson, OrganizationColumns } from "./columns.ts";
import type { RunColumns } from "./run-columns.ts";

export interface ImportRunTable extends RunColumns {
  import_id: RecordId;
  kind: ImportKindName;
  account_id: AccountId;
  branch_id: BranchId;
  file_id: FileId;
  file_name: string;
  content_type: string;
  encoding: (typeof tableEncodings)[number] | null;
  delimiter: (typeof tableDelimiters)[number] | null;
  mapping: Json<Record<string, string>>;
  options: Json<Record<string, unknown>>;
  language: Language;
  dry_run: boolean;
  state: Generated<ImportState>;
  total: number;
  done_through: Generated<number>;
  processed: Generated<number>;
  created_count: Generated<number>;
  updated_count: Generated<number>;
  skipped_count: Generated<number>;
  invalid_count: Generated<number>;
  undone_count: Generated<number>;
  kept_count: Generated<number>;
  heading_row: number | null;
  fixes: Json<ImportFix[]>;
  remark_count: Generated<number>;
}

/** The correction of a cell of the file. */
export interface ImportFix {
  row: number;
  column: string;
  value: string;
}

/** The faults of a row, in the language of the run. */
export interface ImportRowFault {
  field: string;
  value: string;
  name: string;
  message: string;
}

/** Values saved differently from the file, or left out. */
export interface ImportRowRemark {
  field: string;
  value: string;
  message: string;
}

export interface ImportRowTable extends OrganizationColumns {
  import_id: RecordId;
  row_number: number;
  outcome: "created" | "updated" | "skipped" | "invalid";
  name: Generated<string>;
  record_id: string | null;
  version: number | null;
  before: MaybeJson<Record<string, unknown>>;
  faults: MaybeJson<ImportRowFault[]>;
  undone: "undone" | "changed" | "used" | "gone" | null;
  cells: MaybeJson<Record<string, string>>;
  remarks: MaybeJson<ImportRowRemark[]>;
  match: Generated<string>;
}

export interface ImportFileTable extends OrganizationColumns {
  file_id: FileId;
  created_at: CreatedAt;
}

export interface ImportMappingTable extends OrganizationColumns {
  kind: ImportKindName;
  signature: string;
  mapping: Json<Record<string, string>>;
  used_at: CreatedAt;
}
