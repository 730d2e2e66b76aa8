import type { AccountId, ConversationId, RecordId } from "@homeroom/contract/ids";
import type { CreatedAt, Json, OrganizationColumns } from "./columns.ts";

export interface ConversationEventTable extends OrganizationColumns {
  event_id: RecordId;
  conversation_id: ConversationId;
  kind: "closed" | "snoozed" | "reopened";
  actor_id: AccountId | null;
  details: Json<Record<string, unknown>>;
  created_at: CreatedAt;
}
