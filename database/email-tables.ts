import type { EmailProvider, EmailSecurity } from "@homeroom/contract/email-settings";
import type { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Moment } from "./columns.ts";

/** The mail server that a branch sends through. */
export interface EmailSettingTable {
  organization_id: OrganizationId;
  branch_id: BranchId;
  provider: EmailProvider;
  server: string;
  port: number;
  security: EmailSecurity;
  username: string;
  secrets: Buffer;
  sender: string;
  sender_name: string;
  verified_at: Moment;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  updated_by: AccountId | null;
  version: Generated<number>;
}
