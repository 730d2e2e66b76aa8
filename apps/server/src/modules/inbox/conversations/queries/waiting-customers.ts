import type { AccountId, BranchId, ConversationId, LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A customer whose messages nobody has answered. */
export interface WaitingCustomer {
  conversationId: ConversationId;
  leadId: LeadId;
  branchId: BranchId;
  salesId: AccountId | null;
  lastInboundAt: Date;
  /** When the first unanswered message came. */
  waitingSince: Date;
}

/** The start of the next page. */
export interface WaitingPlace {
  lastInboundAt: Date;
  conversationId: ConversationId;
}

/** Longer waits are too old: a setting switched on today must not send mails about them. */
const longestWaitHours = 48;

/**
 * The customers of a branch who have waited for an answer of a person or the assistant for `minutes`, page by page;
 * automatic messages are not answers, and neither is the assistant's handover line.
 * Conversations that staff closed or snoozed do not wait.
 */
export async function waitingCustomers(
  tx: Tx,
  scope: Scope,
  of: { branchId: BranchId; minutes: number; after: WaitingPlace | null; limit: number },
): Promise<{ waiting: WaitingCustomer[]; next: WaitingPlace | null }> {
  const beyond = of.after
    ? sql`(last_inbound_at, conversation_id) > (${of.after.lastInboundAt}, ${of.after.conversationId}::uuid)`
    : sql`true`;
  const found = await sql<Omit<WaitingCustomer, "waitingSince"> & { waitingSince: Date | null }>`
    select conversation.conversation_id as "conversationId", lead_id as "leadId", branch_id as "branchId",
      sales_id as "salesId", last_inbound_at as "lastInboundAt", first.at as "waitingSince"
    from (
      select * from conversation
      where organization_id = ${scope.organizationId} and branch_id = ${of.branchId} and hidden_at is null
        and closed_at is null and (snoozed_until is null or snoozed_until <= now())
        and last_inbound_at > now() - make_interval(hours => ${longestWaitHours})
        and (last_direction = 'in' or unread_count > 0 or assistant_note is not null) and ${beyond}
      order by last_inbound_at, conversation_id limit ${of.limit}
    ) conversation
    left join lateral (
      select min(message.created_at) as at from message
      where message.organization_id = conversation.organization_id
        and message.conversation_id = conversation.conversation_id and message.direction = 'in'
        and message.kind not in ('reaction', 'system')
        and message.position > coalesce((
          select max(answer.position) from message answer
          where answer.kind <> 'note' and answer.state <> 'cancelled' and answer.organization_id = conversation.organization_id
            and answer.conversation_id = conversation.conversation_id and answer.direction = 'out'
            and answer.author <> 'automatic' and not answer.details ? 'late'
            and not (answer.author = 'assistant'
              and answer.position > coalesce((conversation.assistant_note ->> 'position')::int, answer.position))), 0)
    ) first on true
    order by last_inbound_at, conversation.conversation_id`.execute(tx);
  const due = Date.now() - of.minutes * 60_000;
  const waiting = found.rows.flatMap(({ waitingSince, ...row }) =>
    waitingSince !== null && waitingSince.getTime() <= due ? [{ ...row, waitingSince }] : [],
  );
  const last = found.rows.length === of.limit ? found.rows.at(-1) : undefined;
  return { waiting, next: last ?? null };
}
