import type { AccountId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt } from "./columns.ts";

/** What every record has that people add and edit: whose it is, its version, and who wrote it when. */
interface RecordColumns {
  organization_id: OrganizationId;
  version: Generated<number>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  created_by: AccountId | null;
  updated_by: AccountId | null;
}

/** What `npm run new` begins with. */
interface NamedColumns extends RecordColumns {
  name: string;
  note: Generated<string>;
  status: Generated<number>;
}

/** Tables of records that name no other table's rows; `npm run new` adds one. */
export interface PlainTables {
  department: Omit<NamedColumns, "note"> & {
    department_id: RecordId;
    parent_id: RecordId | null;
    code: string;
    sort: Generated<number>;
  };
}
