import type { ConsentChannel, ConsentDecision, ConsentSource } from "@homeroom/contract/consents";
import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Day, MaybeMoment, Moment, OrganizationColumns } from "./columns.ts";

export interface LeadReminderTable extends OrganizationColumns {
  reminder_id: RecordId;
  lead_id: LeadId;
  note_id: RecordId | null;
  account_id: AccountId;
  remind_at: Moment;
  version: Generated<number>;
  sent_at: MaybeMoment;
  done_at: MaybeMoment;
  done_by: AccountId | null;
  created_by: AccountId;
  created_at: CreatedAt;
}

export interface ContactMorningTable extends OrganizationColumns {
  branch_id: BranchId;
  day: Day;
  told_at: CreatedAt;
}

/** A lead's decisions about marketing. Rows are only added; the copies of a merge are removed when it is undone. */
export interface ConsentEntryTable extends OrganizationColumns {
  entry_id: Generated<RecordId>;
  lead_id: LeadId;
  channel: ConsentChannel;
  decision: ConsentDecision;
  source: ConsentSource;
  wording: Generated<string>;
  said_at: Moment;
  recorded_by: AccountId | null;
  recorded_at: CreatedAt;
  copy_of: Generated<RecordId | null>;
}
