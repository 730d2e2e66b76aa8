import type { AccountId, ConversationId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { CreatedAt, Json } from "./columns.ts";

export interface ConversationEventTable {
  organization_id: OrganizationId;
  event_id: RecordId;
  conversation_id: ConversationId;
  kind: "closed" | "snoozed" | "reopened";
  actor_id: AccountId | null;
  details: Json<Record<string, unknown>>;
  created_at: CreatedAt;
}
