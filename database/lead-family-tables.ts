import type { AccountId, BranchId, ConversationId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Json, MaybeJson, MaybeMoment, OrganizationColumns } from "./columns.ts";

export interface LeadMergeTable extends OrganizationColumns {
  merge_id: RecordId;
  kept_id: LeadId;
  from_id: LeadId;
  from_name: string;
  before: Json<Record<string, unknown>>;
  after: Json<Record<string, unknown>>;
  moved: Json<Record<string, string[]>>;
  from_family: RecordId | null;
  merged_by: AccountId;
  created_at: CreatedAt;
  undone_at: MaybeMoment;
  undone_by: AccountId | null;
}

export interface LeadNotSameTable extends OrganizationColumns {
  lead_id: LeadId;
  other_id: LeadId;
  noted_by: AccountId;
  noted_at: CreatedAt;
}

export interface LeadFamilyTable extends OrganizationColumns {
  family_id: RecordId;
  branch_id: BranchId;
  name: Generated<string>;
  main_lead_id: LeadId;
  created_by: AccountId;
  created_at: CreatedAt;
}

export interface ConversationJoinTable extends OrganizationColumns {
  merge_id: RecordId;
  contact_ids: string[];
  conversation_id: ConversationId | null;
  message_ids: MessageId[];
  ended: MaybeJson<Record<string, unknown>>;
}
