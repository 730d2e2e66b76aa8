import type { EmailProvider, EmailSecurity } from "@homeroom/contract/email-settings";
import type { EmailContent } from "@homeroom/contract/email-templates";
import type { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type {
  CreatedAt,
  Json,
  MaybeMoment,
  Moment,
  OrganizationColumns,
  RecordColumns,
  VersionedColumns,
} from "./columns.ts";

/** The mail server that a branch sends through. */
export interface EmailSettingTable extends VersionedColumns {
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
}

/** The last test that a person's values passed at a branch. */
export interface EmailTestTable extends OrganizationColumns {
  branch_id: BranchId;
  account_id: AccountId;
  pass: string;
}

export interface EmailTemplateTable extends RecordColumns {
  template_id: RecordId;
  name: string;
  content: Json<EmailContent>;
  deleted_at: MaybeMoment;
}

/** An address that gets no more mail. */
export interface EmailStopTable extends OrganizationColumns {
  /** In lower case. */
  address: string;
  reason: "bounced" | "complained";
  detail: Generated<string>;
  stopped_at: CreatedAt;
}

/** The used part of the limits of a branch's mail server. */
export interface EmailPaceTable extends OrganizationColumns {
  branch_id: BranchId;
  paced_until: Moment;
  day_from: Moment;
  day_count: number;
}
