import { chatAssistant } from "@homeroom/contract/chat-assistant";
import { findConversation } from "#modules/inbox/public";
import { leadHeads } from "#modules/leads/public";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import { askForDraft } from "../actions/ask-for-draft.ts";
import type { Assistant } from "../actions/assistant.ts";
import { settleDraft } from "../actions/settle-draft.ts";
import { switchAssistant } from "../actions/switch-assistant.ts";
import { presentDraft, presentEvent } from "../present.ts";
import { activeAgent } from "../queries/agents.ts";
import { draftOf, eventsOf, turnOf } from "../queries/turns.ts";

const eventsShown = 10;
/** Longer than an agent is asked: what is claimed for longer has died. */
const writingMs = 90_000;

export function bindConversationRoutes(bind: Binder, { platform }: Assistant): void {
  const { db } = platform;
  bind(chatAssistant.setGpt, async (request, { actor }) => ({
    gptStatus: await switchAssistant(db, actor, request),
  }));
  bind(chatAssistant.state, ({ conversationId }, { actor }) => {
    const scope = scopeOf(actor, "chat:message:all");
    return inTransaction(db, scope, async (tx) => {
      const conversation = await findConversation(tx, scope, { conversationId });
      if (!conversation) throw new AppError("NOT_FOUND");
      const { branch_id: branchId, lead_id: leadId } = conversation;
      const agent = await agentFor(branchId);
      const lead = (await leadHeads(tx, scope, [leadId])).get(leadId);
      const turn = await turnOf(tx, scope, conversationId);
      const draft = await draftOf(tx, scope, conversationId);
      const events = await eventsOf(tx, scope, { conversationId, limit: eventsShown });
      return {
        agent,
        gptStatus: lead?.gptStatus ?? 0,
        draft: draft ? presentDraft(draft) : null,
        isWriting: Boolean(turn?.claimed_at && Date.now() - turn.claimed_at.getTime() < writingMs),
        events: events.map(presentEvent),
      };

      async function agentFor(branch: typeof branchId) {
        const found = await activeAgent(tx, scope, branch);
        return found
          ? { nickname: found.nickname, way: found.settings.way, working: found.attention_at === null }
          : null;
      }
    });
  });
  const drafts = createRateLimit(platform, { name: "assistant-draft", points: 60, seconds: 600 });
  bind(chatAssistant.redraft, async ({ conversationId }, { actor }) => ({
    asked: await askForDraft(db, drafts, { actor, conversationId }),
  }));
  bind(chatAssistant.settleDraft, async ({ conversationId, recordID }, { actor }) => {
    await settleDraft(db, actor, { conversationId, draftId: recordID });
    return null;
  });
}
