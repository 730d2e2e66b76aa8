import type { AccountId, OrganizationId, RecordId, RoleId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt } from "./columns.ts";

export interface SavedViewTable {
  organization_id: OrganizationId;
  view_id: RecordId;
  account_id: AccountId;
  screen: string;
  name: string;
  query: string;
  is_shared: Generated<boolean>;
  created_at: CreatedAt;
}

export interface SavedViewRoleTable {
  organization_id: OrganizationId;
  role_id: RoleId;
  screen: string;
  view_id: RecordId;
}
