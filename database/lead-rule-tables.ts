import type { Hours } from "@homeroom/contract/hours";
import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { AssignmentKind, AssignmentRule, Obstacle, RepeatRule } from "@homeroom/contract/lead-rules";
import type { Generated } from "kysely";
import type { CreatedAt, Day, Json, OrganizationColumns } from "./columns.ts";

interface LeadRuleTable extends OrganizationColumns {
  rule_id: RecordId;
  branch_id: BranchId;
  channel_id: RecordId | null;
  secondary_channel_id: RecordId | null;
  countries: string[];
  districts: string[];
  way: AssignmentRule;
  repeat_rule: RepeatRule;
  status: number;
  emails: string[];
  hours: Json<Hours[]>;
  turns: Generated<number>;
  wheel_at: Generated<number>;
  version: Generated<number>;
  created_by: AccountId;
  updated_by: AccountId;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

interface LeadRuleMemberTable extends OrganizationColumns {
  rule_id: RecordId;
  account_id: AccountId;
  position: number;
  ratio: number | null;
  capacity: number | null;
  countries: string[];
  districts: string[];
  hours: Json<Hours[]>;
  last_turn: Generated<number>;
  owed: Generated<number>;
}

interface BranchTurnTable extends OrganizationColumns {
  branch_id: BranchId;
  account_id: AccountId;
  last_turn: number;
}

interface LeadAbsenceTable extends OrganizationColumns {
  absence_id: RecordId;
  account_id: AccountId;
  from_day: Day;
  until_day: Day;
  note: string;
  version: Generated<number>;
  created_by: AccountId;
  created_at: CreatedAt;
}

/** Why, as it is kept: what was passed over, and everybody with what kept them from the lead. */
export interface AssignmentReason {
  ignored: Obstacle[];
  candidates: { id: AccountId; not?: Obstacle[]; ratio?: number; open?: number }[];
}

interface LeadAssignmentTable extends OrganizationColumns {
  assignment_id: RecordId;
  lead_id: LeadId;
  branch_id: BranchId;
  rule_id: RecordId | null;
  sales_id: AccountId | null;
  kind: AssignmentKind;
  repeat: boolean;
  way: AssignmentRule | null;
  reason: Json<AssignmentReason>;
  told: boolean;
  created_at: CreatedAt;
}

/** Active sales by the branches where they work. */
interface AssignableSalesView extends OrganizationColumns {
  branch_id: BranchId;
  account_id: AccountId;
}

/** The columns of leads that the rules read. */
interface AssignableLeadView extends OrganizationColumns {
  lead_id: LeadId;
  branch_id: BranchId;
  nickname: string;
  sales_id: AccountId | null;
  tutor_id: AccountId | null;
  channel_id: RecordId | null;
  secondary_channel_id: RecordId | null;
  country: string;
  address: string;
  is_open: boolean;
  created_at: Date;
}

/** The tables and views of the lead rules. */
export interface LeadRuleTables {
  lead_rule: LeadRuleTable;
  lead_rule_member: LeadRuleMemberTable;
  branch_turn: BranchTurnTable;
  lead_absence: LeadAbsenceTable;
  lead_assignment: LeadAssignmentTable;
  assignable_sales: AssignableSalesView;
  assignable_lead: AssignableLeadView;
}
