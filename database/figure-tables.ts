import type { AccountId, BranchId, MessageId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Day, Moment, OrganizationColumns } from "./columns.ts";

/** A customer's wait that a person ended with this message. */
export interface AnsweredWaitTable extends OrganizationColumns {
  message_id: MessageId;
  /** The lead's branch at the time. */
  branch_id: BranchId;
  /** Null: answered from the phone, by an unknown person. */
  account_id: AccountId | null;
  waited_since: Moment;
  answered_at: Moment;
  /** The day of the answer at the branch. */
  answered_on: Day;
  minutes: number;
  /** Set by a trigger; null: all of them. */
  office_minutes: Generated<number | null>;
}

/** The figures of leads on a day. Triggers add rows; a job merges rows of one kind. */
export interface LeadFigureTable extends OrganizationColumns {
  figure_id: Generated<string>;
  day: Day;
  branch_id: BranchId;
  sales_id: AccountId | null;
  tutor_id: AccountId | null;
  channel_id: RecordId | null;
  leads: Generated<number>;
  talked: Generated<number>;
  booked: Generated<number>;
  attended: Generated<number>;
  dealt: Generated<number>;
  repeats: Generated<number>;
  deals: Generated<number>;
  chats: Generated<number>;
  folded: Generated<boolean>;
}

/** The people who get weekly figures by mail. */
export interface WeeklyFigureMailTable extends OrganizationColumns {
  account_id: AccountId;
  branch_id: BranchId;
  /** The Monday of the last mail. */
  mailed_for: Day;
  subscribed_at: CreatedAt;
}

export interface FigureTables {
  weekly_figure_mail: WeeklyFigureMailTable;
  answered_wait: AnsweredWaitTable;
  lead_figure: LeadFigureTable;
}
