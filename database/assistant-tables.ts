import type { AgentSettings, AgentType } from "@homeroom/contract/assistant";
import type { AssistantEventKind } from "@homeroom/contract/chat-assistant";
import type { AccountId, BranchId, ConversationId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Day, Json, MaybeMoment, OrganizationColumns, RecordColumns } from "./columns.ts";

/** An agent's behaviour, and the settings of a ChatGPT agent. */
export interface StoredAgentSettings extends AgentSettings {
  model: string;
  instructions: string;
  knowledge: string;
  temperature: number | null;
}

export interface AssistantAgentTable extends RecordColumns {
  agent_id: RecordId;
  branch_id: BranchId;
  type: AgentType;
  nickname: string;
  name: string;
  assistant_id: Generated<string>;
  secrets: Buffer;
  api_key_sign: string;
  settings: Json<StoredAgentSettings>;
  status: Generated<number>;
  active_since: MaybeMoment;
  attention_at: MaybeMoment;
  attention_reason: string | null;
  failed_at: MaybeMoment;
  failure_reason: string | null;
  failure_detail: string | null;
  public_key: Buffer | null;
  public_key_hash: Buffer | null;
  deleted_at: MaybeMoment;
}

export interface AssistantVerificationTable extends OrganizationColumns {
  account_id: AccountId;
  sign: string;
  verified_at: CreatedAt;
}

export interface AssistantTurnTable extends OrganizationColumns {
  conversation_id: ConversationId;
  agent_id: RecordId | null;
  seen_position: Generated<number>;
  claimed_position: Generated<number>;
  claimed_at: MaybeMoment;
  answered_position: Generated<number>;
  attempts: Generated<number>;
  retry_at: MaybeMoment;
  answers_in_row: Generated<number>;
  opened_at: MaybeMoment;
  provider_conversation: string | null;
}

export interface AssistantDraftTable extends OrganizationColumns {
  conversation_id: ConversationId;
  draft_id: RecordId;
  agent_id: RecordId;
  position: number;
  text: string;
  created_at: CreatedAt;
}

export interface AssistantEventTable extends OrganizationColumns {
  event_id: RecordId;
  conversation_id: ConversationId;
  agent_name: string;
  kind: AssistantEventKind;
  reason: Generated<string>;
  summary: Generated<string>;
  position: number;
  created_at: CreatedAt;
}

export interface AssistantUsageTable extends OrganizationColumns {
  agent_id: RecordId;
  day: Day;
  answers: Generated<number>;
  drafts: Generated<number>;
  hand_overs: Generated<number>;
  failures: Generated<number>;
  public_answers: Generated<number>;
  asked: Generated<number>;
}

export interface AssistantPublicSessionTable extends OrganizationColumns {
  session_id: RecordId;
  agent_id: RecordId;
  provider_conversation: string | null;
  last_position: Generated<number>;
  created_at: CreatedAt;
  last_at: CreatedAt;
}

export interface AssistantPublicMessageTable extends OrganizationColumns {
  session_id: RecordId;
  position: number;
  role: "visitor" | "assistant";
  text: string;
  created_at: CreatedAt;
}

export interface AssistantTables {
  assistant_agent: AssistantAgentTable;
  assistant_verification: AssistantVerificationTable;
  assistant_turn: AssistantTurnTable;
  assistant_draft: AssistantDraftTable;
  assistant_event: AssistantEventTable;
  assistant_usage: AssistantUsageTable;
  assistant_public_session: AssistantPublicSessionTable;
  assistant_public_message: AssistantPublicMessageTable;
}
