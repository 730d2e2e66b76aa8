import { assistant as calls } from "@homeroom/contract/assistant";
import { chatAssistant } from "@homeroom/contract/chat-assistant";
import { gpt } from "@homeroom/contract/gpt";
import { findConversation } from "#modules/inbox/public";
import { gptStatus, leadHeads } from "#modules/leads/public";
import { branchesOf, timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { dayOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import { answerVisitor, publicPage, visitorTalk } from "./actions/answer-visitor.ts";
import { askForDraft } from "./actions/ask-for-draft.ts";
import type { Assistant } from "./actions/assistant.ts";
import { removeAgent, setAgentStatus } from "./actions/change-agent-state.ts";
import { issueKey, revokeKey } from "./actions/public-key.ts";
import { chatgptForm, difyForm, saveAgent } from "./actions/save-agent.ts";
import { settleDraft } from "./actions/settle-draft.ts";
import { switchAssistant } from "./actions/switch-assistant.ts";
import { testAgent } from "./actions/test-agent.ts";
import { presentAgent, presentAgentInfo, presentDraft, presentEvent } from "./present.ts";
import { type Agent, activeAgent, agentsInScope, loadAgent, usageOf } from "./queries/agents.ts";
import { draftOf, eventsOf, retryOf, turnOf } from "./queries/turns.ts";
import { answersAt } from "./rules/decide-turn.ts";

export function bindAgentRoutes(bind: Binder, assistant: Assistant): void {
  const { platform } = assistant;
  const { db } = platform;
  const inScope = <Result>(actor: Actor, work: (tx: Tx, scope: Scope) => Promise<Result>): Promise<Result> => {
    const scope = scopeOf(actor, "org:gpt:query");
    return inTransaction(db, scope, (tx) => work(tx, scope));
  };
  bind(calls.list, (_, { actor }) =>
    inScope(actor, async (tx, scope) => {
      const agents = await agentsInScope(tx, scope);
      const knownOf = await knownAbout(tx, scope, agents);
      return agents.map((agent) => presentAgent(agent, { secrets: platform.secrets, ...knownOf(agent) }));
    }),
  );
  bind(calls.info, ({ recordID }, { actor }) =>
    inScope(actor, async (tx, scope) => {
      const agent = await loadAgent(tx, scope, recordID);
      const knownOf = await knownAbout(tx, scope, [agent]);
      return presentAgentInfo(agent, { secrets: platform.secrets, ...knownOf(agent) });
    }),
  );
  bind(calls.saveChatgpt, (form, { actor }) => saveAgent(assistant, actor, chatgptForm(form)));
  bind(calls.saveDify, (form, { actor }) => saveAgent(assistant, actor, difyForm(form)));
  bind(calls.setStatus, ({ recordID, status }, { actor }) => setAgentStatus(db, actor, { agentId: recordID, status }));
  bind(calls.remove, ({ recordID }, { actor }) => removeAgent(assistant, actor, recordID));
  bind(calls.issueKey, async ({ recordID }, { actor }) => ({
    publicPath: `/GPTchat?key=${await issueKey(assistant, actor, recordID)}`,
  }));
  bind(calls.revokeKey, ({ recordID }, { actor }) => revokeKey(assistant, actor, recordID));

  const tests = createRateLimit(platform, { name: "assistant-test", points: 30, seconds: 600 });
  bind(calls.testChatgpt, ({ assistantOrPromptID: assistantId, ...form }, { actor }) =>
    testAgent(assistant, tests, { actor, trial: { type: "chatgpt", assistantId, ...form } }),
  );
  bind(calls.testDify, (form, { actor }) => {
    const told = { assistantId: "", model: "", instructions: "", knowledge: "", temperature: null };
    return testAgent(assistant, tests, { actor, trial: { type: "dify", ...told, ...form } });
  });
}

const eventsShown = 10;
/** Longer than any call of an agent: a claim older than this belongs to a dead process. */
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
      const status = (await leadHeads(tx, scope, [leadId])).get(leadId)?.gptStatus ?? gptStatus.off;
      const turn = await turnOf(tx, scope, conversationId);
      const retry = agent?.working && answersAt(agent.way, status) ? await retryOf(tx, scope, turn) : null;
      const draft = await draftOf(tx, scope, conversationId);
      const events = await eventsOf(tx, scope, { conversationId, limit: eventsShown });
      return {
        agent,
        gptStatus: status,
        draft: draft ? presentDraft(draft) : null,
        isWriting: Boolean(turn?.claimed_at && Date.now() - turn.claimed_at.getTime() < writingMs),
        retryTime: retry?.toISOString() ?? null,
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
  bind(chatAssistant.settleDraft, ({ conversationId, recordID }, { actor }) =>
    settleDraft(db, actor, { conversationId, draftId: recordID }),
  );
}

const day = 86_400;

/** The page without signing in, with limits of its own: by address, by session, and by page and day. */
export function bindPublicPage(bind: Binder, assistant: Assistant): void {
  const { platform } = assistant;
  const looks = createRateLimit(platform, { name: "gpt-look", points: 120, seconds: 600 });
  const address = createRateLimit(platform, { name: "gpt-address", points: 40, seconds: 600 });
  const session = createRateLimit(platform, { name: "gpt-session", points: 20, seconds: 300 });
  const page = createRateLimit(platform, { name: "gpt-page", points: 2000, seconds: day });

  bind(gpt.profile, async ({ key, sessionID }, { ip }) => {
    await looks.take(ip);
    const found = await publicPage(platform, key);
    const history = await visitorTalk(platform.db, found, sessionID);
    return {
      name: found.agent.nickname,
      openingText: found.agent.settings.openingText,
      history: history.map(({ role, text, created_at: at }) => ({ role, text, time: at.toISOString() })),
    };
  });
  bind(gpt.ask, async ({ key, sessionID, content }, { ip }) => {
    await address.take(ip);
    const found = await publicPage(platform, key);
    if (sessionID) await session.take(sessionID);
    await page.take(found.agent.agent_id);
    return answerVisitor(assistant, found, { sessionId: sessionID, content });
  });
}

/** Names of branches and the figures of their days: three queries, however many agents. */
async function knownAbout(tx: Tx, scope: Scope, agents: readonly Agent[]) {
  const branches = new Map((await branchesOf(tx, scope)).map((branch) => [branch.branchId, branch]));
  const otherZone = agents.length > 0 ? await timeZoneOf(tx, scope, null) : "UTC";
  const now = new Date();
  const zone = (agent: Agent) => branches.get(agent.branch_id)?.timeZone || otherZone;
  const usage = await usageOf(tx, scope, new Map(agents.map((agent) => [agent.agent_id, dayOf(now, zone(agent))])));
  return (agent: Agent) => ({
    branchName: branches.get(agent.branch_id)?.name ?? "",
    today: usage.get(agent.agent_id),
  });
}
