import type { ConsentChannel, ConsentDecision, ConsentSource } from "@homeroom/contract/consents";
import type { AccountId, LeadId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Moment } from "./columns.ts";

/** What a lead said about being sent news. Rows are only added. */
export interface ConsentEntryTable {
  organization_id: OrganizationId;
  entry_id: Generated<RecordId>;
  lead_id: LeadId;
  channel: ConsentChannel;
  decision: ConsentDecision;
  source: ConsentSource;
  wording: Generated<string>;
  said_at: Moment;
  recorded_by: AccountId | null;
  recorded_at: CreatedAt;
}
