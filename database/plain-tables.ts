import type { AccountId, FileId, MenuId, RecordId, RoleId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, MaybeMoment, OrganizationColumns, RecordColumns } from "./columns.ts";

/** What `npm run new` begins with. */
interface NamedColumns extends RecordColumns {
  name: string;
  note: Generated<string>;
  status: Generated<number>;
}

export interface UtmLinkTable extends OrganizationColumns {
  utm_link_id: RecordId;
  url: string;
  source: string;
  medium: string;
  campaign: string;
  term: string;
  content: string;
  link: string;
  created_by: AccountId | null;
  created_at: CreatedAt;
  deleted_at: MaybeMoment;
}

export interface SavedViewTable extends OrganizationColumns {
  view_id: RecordId;
  account_id: AccountId;
  screen: string;
  name: string;
  query: string;
  is_shared: Generated<boolean>;
  created_at: CreatedAt;
}

export interface SavedViewRoleTable extends OrganizationColumns {
  role_id: RoleId;
  screen: string;
  view_id: RecordId;
}

/** An entry of the product's own menu that platform staff deleted. */
export interface RemovedMenuTable {
  menu_id: MenuId;
  name: string;
  removed_at: CreatedAt;
  removed_by: AccountId | null;
}

/** View: who holds a role, and whether it is the last one in force that they hold. */
export interface RoleHolderView extends OrganizationColumns {
  role_id: RoleId;
  account_id: AccountId;
  nickname: string;
  avatar_file_id: FileId | null;
  status: number;
  is_owner: boolean;
  only_role: boolean;
}

/** View: what an account is called. */
export interface AccountNameView extends OrganizationColumns {
  account_id: AccountId;
  nickname: string;
  is_owner: boolean;
}

/** Tables of records that name no other table's rows; `npm run new` adds one at the end of this file. */
export interface PlainTables {
  department: Omit<NamedColumns, "note"> & {
    department_id: RecordId;
    parent_id: RecordId | null;
    code: string;
    sort: Generated<number>;
  };
}
