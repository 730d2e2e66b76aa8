import type { ChannelId, MessageId } from "@homeroom/contract/ids";
import type { MessageTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { MessagingProvider } from "../../port.ts";

export interface Reaction {
  /** Empty when there is none. */
  emoji: string;
  direction: "in" | "out";
  refused_emoji: string | null;
  error_reason: string | null;
}

/** The reactions to messages, by message. */
export async function reactionsTo(
  tx: Tx,
  scope: Scope,
  ids: readonly MessageId[],
): Promise<Map<MessageId, Reaction[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("message_reaction")
    .select(["message_id", "emoji", "direction", "refused_emoji", "error_reason"])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("message_id", ids))
    .where((is) => is.or([is("emoji", "<>", ""), is("error_reason", "is not", null)]))
    .orderBy("direction")
    .execute();
  return Map.groupBy(rows, (row) => row.message_id);
}

export interface QuotedMessage {
  message_id: MessageId;
  direction: "in" | "out";
  text: string;
  revoked_at: Date | null;
}

type Quoting = Pick<
  Selectable<MessageTable>,
  "message_id" | "conversation_id" | "channel_id" | "quoted_id" | "quoted_provider_id"
>;

/**
 * Previews of quoted messages, by the quoting message: only those in the same conversation, even if they came
 * after it. After an unmerge of leads a quoted message may be in another conversation, which not everyone sees.
 */
export async function quotedMessages(
  tx: Tx,
  { organizationId }: Scope,
  messages: readonly Quoting[],
): Promise<Map<MessageId, QuotedMessage>> {
  const quoting = messages.filter((one) => one.quoted_id !== null || one.quoted_provider_id !== null);
  if (quoting.length === 0) return new Map();
  const column = (read: (one: Quoting) => string | null) => sql.val(quoting.map(read));
  const shown = sql`quoting.id as "quotingId", message.message_id, message.direction, message.text, message.revoked_at`;
  const inSight = sql`message.organization_id = ${organizationId} and message.conversation_id = quoting.conversation_id`;
  const { rows } = await sql<QuotedMessage & { quotingId: MessageId }>`
    with quoting as (
      select * from unnest(${column((one) => one.message_id)}::uuid[], ${column((one) => one.conversation_id)}::uuid[],
        ${column((one) => one.channel_id)}::uuid[], ${column((one) => one.quoted_id)}::uuid[],
        ${column((one) => one.quoted_provider_id)}::text[])
        as one(id, conversation_id, channel_id, quoted_id, provider_message_id))
    select ${shown} from quoting join message on message.message_id = quoting.quoted_id where ${inSight}
    union all
    select ${shown} from quoting join message on message.channel_id = quoting.channel_id
      and message.provider_message_id = quoting.provider_message_id
    where quoting.quoted_id is null and ${inSight}`.execute(tx);
  return new Map(rows.map(({ quotingId, ...quoted }) => [quotingId, quoted]));
}

/** The channel kinds of messages. */
export async function channelKinds(
  tx: Tx,
  scope: Scope,
  ids: readonly ChannelId[],
): Promise<Map<ChannelId, MessagingProvider["kind"]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("channel")
    .select(["channel_id", "kind"])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("channel_id", ids))
    .execute();
  return new Map(rows.map((row) => [row.channel_id, row.kind]));
}
