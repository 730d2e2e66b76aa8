import type { ConversationId, OrganizationId } from "@homeroom/contract/ids";
import { conversationsWithInboundSince } from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { JobRequest } from "#platform/jobs/job";
import { branchesAnswered } from "../queries/agents.ts";
import { unseenOf } from "../queries/turns.ts";
import { staleMs } from "../rules/decide-turn.ts";
import type { Assistant } from "./assistant.ts";

const maxAtOnce = 500;

/** Asks for the conversations to be answered in which customers have written, and the assistant has not looked since. */
export async function lookForQuestions(
  { platform }: Assistant,
  organizationId: OrganizationId,
  answer: (conversationId: ConversationId) => JobRequest,
): Promise<void> {
  const scope = organizationScope(organizationId);
  const unseen = await inTransaction(platform.db, scope, async (tx) => {
    const branchIds = await branchesAnswered(tx, scope);
    if (branchIds.length === 0) return [];
    const since = new Date(Date.now() - staleMs);
    return unseenOf(tx, scope, await conversationsWithInboundSince(tx, scope, { branchIds, since, limit: maxAtOnce }));
  });
  if (unseen.length > 0) await platform.enqueue(unseen.map(answer));
}
