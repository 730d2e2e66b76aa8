import type { ConversationId, OrganizationId } from "@homeroom/contract/ids";
import { conversationsHeardSince } from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { JobRequest } from "#platform/jobs/job";
import { branchesAnswered } from "../queries/agents.ts";
import { unseenOf } from "../queries/turns.ts";
import { staleMs } from "../rules/decide-turn.ts";
import type { Assistant } from "./assistant.ts";

const mostAtOnce = 500;

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
    return unseenOf(tx, scope, await conversationsHeardSince(tx, scope, { branchIds, since, limit: mostAtOnce }));
  });
  if (unseen.length > 0) await platform.enqueue(unseen.map(answer));
}
