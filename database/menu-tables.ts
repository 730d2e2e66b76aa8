import type { AccountId, FileId, MenuId, OrganizationId, RoleId } from "@homeroom/contract/ids";
import type { CreatedAt } from "./columns.ts";

/** An entry of the product's own menu that platform staff deleted. */
export interface RemovedMenuTable {
  menu_id: MenuId;
  name: string;
  removed_at: CreatedAt;
  removed_by: AccountId | null;
}

/** View: who holds a role, and whether it is the last one in force that they hold. */
export interface RoleHolderView {
  organization_id: OrganizationId;
  role_id: RoleId;
  account_id: AccountId;
  nickname: string;
  avatar_file_id: FileId | null;
  status: number;
  is_owner: boolean;
  only_role: boolean;
}

/** View: what an account is called. */
export interface AccountNameView {
  organization_id: OrganizationId;
  account_id: AccountId;
  nickname: string;
  is_owner: boolean;
}
