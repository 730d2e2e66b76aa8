import { type AgentFailure, type AgentInfo, type AgentRow, agentFailures } from "@homeroom/contract/assistant";
import { type AssistantEvent, type AssistantState, handOverReasons } from "@homeroom/contract/chat-assistant";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { Agent, Usage } from "./queries/agents.ts";
import type { Draft, EventRow } from "./queries/turns.ts";

const unused: Usage = { answers: 0, drafts: 0, handOvers: 0, failures: 0, publicAnswers: 0, asked: 0 };

/** Of a shorter secret, four characters would give away too much. */
const shortestShown = 12;

interface AgentFacts {
  secrets: SecretBox;
  branchName: string;
  today: Usage | undefined;
}

/** An agent in the list, without its secrets. */
export function presentAgent(agent: Agent, { secrets, branchName, today }: AgentFacts): AgentRow {
  const apiKey = secrets.open(agent.secrets)["apiKey"] ?? "";
  const { asked: _asked, ...done } = today ?? unused;
  const publicKey = agent.public_key && secrets.open(agent.public_key)["key"];
  return {
    recordID: agent.agent_id,
    type: agent.type,
    nickname: agent.nickname,
    name: agent.name,
    status: agent.status,
    branch: { branchID: agent.branch_id, name: branchName },
    model: agent.type === "chatgpt" ? agent.settings.model : "",
    way: agent.settings.way,
    apiKey: { hasValue: apiKey !== "", last4: apiKey.length >= shortestShown ? apiKey.slice(-4) : "" },
    attention: agent.attention_at && {
      at: agent.attention_at.toISOString(),
      reason: failureOf(agent.attention_reason),
    },
    lastFailure: agent.failed_at && {
      at: agent.failed_at.toISOString(),
      reason: failureOf(agent.failure_reason),
      detail: agent.failure_detail ?? "",
    },
    publicPath: publicKey ? `/GPTchat?key=${publicKey}` : null,
    today: done,
    updateTime: agent.updated_at.toISOString(),
    version: agent.version,
  };
}

/** An agent with all that its form holds. */
export function presentAgentInfo(agent: Agent, facts: AgentFacts): AgentInfo {
  return { ...agent.settings, ...presentAgent(agent, facts), assistantOrPromptID: agent.assistant_id };
}

function failureOf(stored: string | null): AgentFailure {
  return agentFailures.find((reason) => reason === stored) ?? "unknown";
}

/** What the assistant did, as its conversation shows it. */
export function presentEvent(row: EventRow): AssistantEvent {
  const reasons = [...handOverReasons, ...agentFailures, "closed" as const];
  return {
    recordID: row.event_id,
    kind: row.kind,
    agent: row.agent_name,
    reason: reasons.find((reason) => reason === row.reason) ?? "",
    summary: row.summary,
    position: row.position,
    createTime: row.created_at.toISOString(),
  };
}

export function presentDraft(draft: Draft): NonNullable<AssistantState["draft"]> {
  return { recordID: draft.draft_id, text: draft.text, createTime: draft.created_at.toISOString() };
}
