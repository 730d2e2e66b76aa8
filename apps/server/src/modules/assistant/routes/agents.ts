import { assistant as calls } from "@homeroom/contract/assistant";
import { branchesOf, timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { dayOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Assistant } from "../actions/assistant.ts";
import { removeAgent, setAgentStatus } from "../actions/change-agent-state.ts";
import { issueKey, revokeKey } from "../actions/public-key.ts";
import { chatgptForm, difyForm, saveAgent } from "../actions/save-agent.ts";
import { testAgent } from "../actions/test-agent.ts";
import { presentAgent, presentAgentInfo } from "../present.ts";
import { type Agent, agentsInScope, loadAgent, usageOf } from "../queries/agents.ts";

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
  bind(calls.setStatus, async ({ recordID, status }, { actor }) => {
    await setAgentStatus(db, actor, { agentId: recordID, status });
    return null;
  });
  bind(calls.remove, async ({ recordID }, { actor }) => {
    await removeAgent(assistant, actor, recordID);
    return null;
  });
  bind(calls.issueKey, async ({ recordID }, { actor }) => ({
    publicPath: `/GPTchat?key=${await issueKey(assistant, actor, recordID)}`,
  }));
  bind(calls.revokeKey, async ({ recordID }, { actor }) => {
    await revokeKey(assistant, actor, recordID);
    return null;
  });

  const tests = createRateLimit(platform, { name: "assistant-test", points: 30, seconds: 600 });
  bind(calls.testChatgpt, ({ assistantOrPromptID: assistantId, ...form }, { actor }) =>
    testAgent(assistant, tests, { actor, trial: { type: "chatgpt", assistantId, ...form } }),
  );
  bind(calls.testDify, (form, { actor }) => {
    const told = { assistantId: "", model: "", instructions: "", knowledge: "", temperature: null };
    return testAgent(assistant, tests, { actor, trial: { type: "dify", ...told, ...form } });
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
