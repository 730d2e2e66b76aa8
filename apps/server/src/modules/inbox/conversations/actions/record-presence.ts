import { chatHolding, type Presence, typingSeconds, viewingSeconds } from "@homeroom/contract/chat-holding";
import type { ConversationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { presenceChanged } from "../../events.ts";
import { findConversation } from "../queries/conversations.ts";
import { audienceOf } from "../writes/change-conversation.ts";

/** The same state is written at most once in this time: a misbehaving browser must not keep the database busy. */
const restMs = 1000;

/**
 * Records that the actor has opened a conversation, is typing in it or has left it. Others are notified of changes, not of
 * heartbeats. Typing extends a hold. Throws NOT_FOUND out of sight.
 */
export function recordPresence(
  db: Database,
  actor: Actor,
  { conversationId, doing }: { conversationId: ConversationId; doing: Presence },
): Promise<void> {
  requireAccess(actor, chatHolding.recordPresence);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, { conversationId });
    if (!conversation) throw new AppError("NOT_FOUND");
    const before = await seenBefore(tx, scope, { conversationId, actor });
    // The end of typing is not published: the indicator fades by itself.
    const isNews = before.viewing !== (doing !== "left") || (doing === "typing" && !before.typing);
    if (!isNews && before.saidMsAgo(doing) < restMs) return;
    if (doing === "left") await leave(tx, scope, { conversationId, actor });
    else await note(tx, scope, { conversationId, actor, doing });
    if (doing === "typing") await keepHold(tx, scope, { conversationId, actor });
    if (!isNews) return;
    const payload = { ...audienceOf(conversation), conversationId };
    await emit(tx, presenceChanged, { organizationId: scope.organizationId, aggregateId: conversationId, payload });
  });
}

interface Viewing {
  conversationId: ConversationId;
  actor: Actor;
}

async function seenBefore(tx: Tx, scope: Scope, { conversationId, actor }: Viewing) {
  const row = await findRow(tx, scope, "conversation_viewer", {
    conversation_id: conversationId,
    account_id: actor.accountId,
  });
  const now = Date.now();
  const left = (until: Date | undefined) => (until ? until.getTime() - now : 0);
  const saidMsAgo = (doing: Presence) =>
    doing === "typing"
      ? typingSeconds * 2000 - left(row?.typing_until)
      : viewingSeconds * 2000 - left(row?.viewing_until);
  return { viewing: left(row?.viewing_until) > 0, typing: left(row?.typing_until) > 0, saidMsAgo };
}

async function note(tx: Tx, scope: Scope, of: Viewing & { doing: Presence }): Promise<void> {
  const typingFor = of.doing === "typing" ? typingSeconds * 2 : 0;
  await sql`
    insert into conversation_viewer (organization_id, conversation_id, account_id, viewing_until, typing_until)
    values (${scope.organizationId}, ${of.conversationId}, ${of.actor.accountId},
      now() + make_interval(secs => ${viewingSeconds * 2}), now() + make_interval(secs => ${typingFor}))
    on conflict (organization_id, conversation_id, account_id) do update
      set viewing_until = excluded.viewing_until,
        typing_until = greatest(conversation_viewer.typing_until, excluded.typing_until)`.execute(tx);
}

async function leave(tx: Tx, scope: Scope, of: Viewing): Promise<void> {
  await tx
    .deleteFrom("conversation_viewer")
    .where("organization_id", "=", scope.organizationId)
    .where("conversation_id", "=", of.conversationId)
    .where("account_id", "=", of.actor.accountId)
    .execute();
}

/** Extends a live hold. Nothing on screens changes, so nothing is published. */
async function keepHold(tx: Tx, scope: Scope, of: Viewing): Promise<void> {
  await sql`
    update conversation_hold
    set last_active_at = clock_timestamp(), expires_at = clock_timestamp() + (expires_at - last_active_at),
      session_id = ${of.actor.sessionId}
    where organization_id = ${scope.organizationId} and conversation_id = ${of.conversationId}
      and account_id = ${of.actor.accountId} and expires_at > clock_timestamp()`.execute(tx);
}
