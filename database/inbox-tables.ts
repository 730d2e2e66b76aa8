import type { AssistantNote } from "@homeroom/contract/chat-assistant";
import type {
  AccountId,
  BranchId,
  ChannelId,
  ConversationId,
  FileId,
  LeadId,
  MessageId,
  RecordId,
} from "@homeroom/contract/ids";
import type { ColumnType, Generated } from "kysely";
import type { CreatedAt, Json, MaybeJson, MaybeMoment, Moment, OrganizationColumns } from "./columns.ts";

/** What a provider decided about the business account of a channel. */
export interface StoredAccountState {
  /**
   * `scheduled`: it will be disabled. `violation`: a warning. `reinstated`: the problem is over; stored so that older
   * decisions that arrive late are recognised.
   */
  state: "disabled" | "scheduled" | "restricted" | "violation" | "reinstated";
  /** The time given by the provider. */
  at: string;
  /** The provider's own terms. */
  detail: string;
  restrictions: readonly AccountRestriction[];
}

export interface AccountRestriction {
  /** The messages that the provider refuses meanwhile; null: none of ours. */
  blocks: "free" | "template" | null;
  type: string;
  /** null: until the provider lifts it. */
  until: string | null;
}

export interface ChannelTable extends OrganizationColumns {
  channel_id: ChannelId;
  branch_id: BranchId;
  kind: "whatsapp" | "line";
  name: string;
  external_id: string;
  settings: Json<Record<string, string>>;
  secrets: Buffer;
  is_sandbox: Generated<boolean>;
  status: Generated<number>;
  stopped_at: MaybeMoment;
  stopped_reason: string | null;
  account_state: MaybeJson<StoredAccountState>;
  refusal_told_at: MaybeMoment;
  calls_tested_at: MaybeMoment;
  send_tokens: Generated<number>;
  send_tokens_at: CreatedAt;
  quota_limit: Generated<number | null>;
  quota_used: Generated<number | null>;
  quota_at: MaybeMoment;
  created_at: CreatedAt;
  version: Generated<number>;
}

export interface InboundDeliveryTable extends OrganizationColumns {
  delivery_id: Generated<number>;
  channel_id: ChannelId;
  event_id: string;
  payload: Json<Record<string, unknown>>;
  received_at: CreatedAt;
  processed_at: MaybeMoment;
  attempts: Generated<number>;
  next_attempt_at: MaybeMoment;
  problem: string | null;
  given_up_at: MaybeMoment;
  is_status: Generated<boolean>;
}

export interface UnclaimedDeliveryTable {
  delivery_id: Generated<number>;
  kind: ChannelTable["kind"];
  names: string[];
  signature: string;
  body: Buffer;
  bytes: number;
  received_at: CreatedAt;
}

export interface ChannelContactTable extends OrganizationColumns {
  contact_id: string;
  channel_id: ChannelId;
  lead_id: LeadId;
  provider_user_id: string | null;
  phone: string | null;
  profile_name: Generated<string>;
  username: Generated<string>;
  last_inbound_at: MaybeMoment;
  window_ends_at: MaybeMoment;
  ad_window_ends_at: MaybeMoment;
  blocked_at: MaybeMoment;
  marketing_stopped_at: MaybeMoment;
  marketing_said_at: MaybeMoment;
  /** The contact's words that stopped or resumed marketing; empty if the provider reported it. */
  marketing_words: Generated<string>;
  pair_tokens: Generated<number>;
  pair_tokens_at: CreatedAt;
  reply_token: Generated<string | null>;
  reply_token_at: MaybeMoment;
  relation_changed_at: MaybeMoment;
  profile_asked_at: MaybeMoment;
  welcomed_at: MaybeMoment;
  created_at: CreatedAt;
}

export interface ConversationTable extends OrganizationColumns {
  conversation_id: ConversationId;
  lead_id: LeadId;
  branch_id: BranchId;
  sales_id: AccountId | null;
  tutor_id: AccountId | null;
  contact_id: string;
  last_position: Generated<number>;
  last_message_id: MessageId | null;
  last_message_at: MaybeMoment;
  last_direction: "in" | "out" | null;
  last_inbound_at: MaybeMoment;
  unread_count: Generated<number>;
  customer_unread: Generated<boolean>;
  window_ends_at: MaybeMoment;
  created_at: CreatedAt;
  version: Generated<number>;
  /** xid8, read as a string of digits. */
  changed_xid: Generated<string>;
  /** Since when its lead is deleted; hidden until it is restored. */
  hidden_at: MaybeMoment;
  /** Closed, snoozed, or neither: open. Never both. */
  closed_at: MaybeMoment;
  closed_by: Generated<AccountId | null>;
  snoozed_until: MaybeMoment;
  snoozed_by: Generated<AccountId | null>;
  /** Written as it was read where a whole row is. */
  assistant_note: ColumnType<StoredAssistantNote | null, string | null | undefined, StoredAssistantNote | null>;
  /** When it was last reopened after a snooze. */
  woken_at: MaybeMoment;
  /** When the customer wrote the first message that no person has answered yet. */
  waiting_since: MaybeMoment;
}

/** The assistant's handover after the customer's message at `position`. */
export interface StoredAssistantNote {
  kind: AssistantNote["kind"];
  reason: AssistantNote["reason"];
  position: number;
}

export interface MessageTable extends OrganizationColumns {
  message_id: MessageId;
  conversation_id: ConversationId;
  channel_id: ChannelId;
  contact_id: string;
  position: number;
  direction: "in" | "out";
  kind: string;
  text: Generated<string>;
  details: Json<Record<string, unknown>>;
  file_id: FileId | null;
  provider_media_id: string | null;
  quoted_provider_id: string | null;
  quoted_id: MessageId | null;
  referral: MaybeJson<Record<string, unknown>>;
  forwarded: Generated<boolean>;
  edited_at: MaybeMoment;
  revoked_at: MaybeMoment;
  /** The author; null for messages of the customer, the assistant and the product. */
  sender_id: AccountId | null;
  author: Generated<"staff" | "assistant" | "automatic">;
  state:
    | "received"
    | "queued"
    | "sending"
    | "unsure"
    | "accepted"
    | "sent"
    | "delivered"
    | "read"
    | "failed"
    | "cancelled";
  error_class: string | null;
  error_code: string | null;
  error_reason: string | null;
  error_detail: string | null;
  attempts: Generated<number>;
  next_attempt_at: MaybeMoment;
  sending_since: MaybeMoment;
  provider_message_id: string | null;
  pricing: MaybeJson<Record<string, unknown>>;
  sent_at: Moment;
  created_at: CreatedAt;
  /** The broadcast plan that sent it. */
  broadcast_plan_id: ColumnType<RecordId | null, RecordId | null | undefined, RecordId | null>;
  version: number;
}

/** The text of a message, for search; triggers of `message` keep it (database/migrations/0010-conversations.ts). */
export interface MessageTextTable extends OrganizationColumns {
  message_id: MessageId;
  conversation_id: ConversationId;
  said_at: CreatedAt;
  search_text: string;
}

export interface MessageReactionTable extends OrganizationColumns {
  message_id: MessageId;
  direction: "in" | "out";
  emoji: string;
  reacted_at: Moment;
  /** Our reactions: the one that the customer sees, and the one before. */
  given_emoji: Generated<string>;
  former_emoji: Generated<string>;
  provider_message_id: string | null;
  attempts: Generated<number>;
  /** The reaction that failed (empty: its removal), and why. */
  refused_emoji: string | null;
  error_reason: string | null;
}

export interface EarlyEventTable extends OrganizationColumns {
  early_event_id: string;
  channel_id: ChannelId;
  provider_message_id: string;
  event: Json<Record<string, unknown>>;
  created_at: CreatedAt;
}

/** A branch's message to a person who adds its LINE account. */
export interface WelcomeMessageTable extends OrganizationColumns {
  branch_id: BranchId;
  segments: Json<Record<string, unknown>[]>;
  buttons: Json<Record<string, unknown>[]>;
  mode: Generated<"automatic" | "manual">;
  status: Generated<number>;
  version: Generated<number>;
  updated_at: CreatedAt;
}
