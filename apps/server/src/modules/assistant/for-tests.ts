import type { AgentType } from "@homeroom/contract/assistant";
import { type BranchId, RecordId } from "@homeroom/contract/ids";
import type { StoredAgentSettings } from "@homeroom/database/assistant-tables";
import { v7 } from "uuid";
import type { TestOrganization } from "#modules/organizations/for-tests";
import type { TestDatabase } from "#platform/db/for-tests";
import type { Assistant } from "./actions/assistant.ts";
import type { AgentAccess, AgentAnswer, AgentProvider, MayAnswer, Question } from "./port.ts";

/** A provider that is asked within the test: what it is asked is kept, what it answers is the test's to say. */
export interface TestAgentProvider extends AgentProvider {
  readonly asked: { access: AgentAccess; question: Question }[];
  reply: (question: Question) => Promise<AgentAnswer>;
}

export function testAgentProvider(type: AgentType = "chatgpt"): TestAgentProvider {
  const asked: TestAgentProvider["asked"] = [];
  const provider: TestAgentProvider = {
    type,
    asked,
    reply: async ({ text }) => ({ kind: "said", text: `回覆：${text}`, conversation: null }),
    async answer(access, question) {
      asked.push({ access, question });
      return provider.reply(question);
    },
  };
  return provider;
}

export function testAssistant(
  { platform }: TestDatabase,
  providers: readonly AgentProvider[],
  mayAnswer: MayAnswer = async () => true,
): Assistant {
  return { platform, providers: new Map(providers.map((provider) => [provider.type, provider])), mayAnswer };
}

/** It waits for nothing and has no limits that a test would meet. */
export const agentSettings: StoredAgentSettings = {
  opening: "automatic",
  openingText: "",
  way: "send",
  answersWhen: "always",
  hours: [],
  waitSeconds: 0,
  handOverWords: [],
  handOverText: "",
  handOverWhenUnsure: true,
  mostInARow: 20,
  dailyLimit: 1000,
  model: "gpt-5.4-mini",
  instructions: "",
  knowledge: "",
  temperature: null,
};

/** An agent that is active at the organisation's first branch. */
export async function buildAgent(
  { owner, platform }: TestDatabase,
  organization: TestOrganization,
  given: { settings?: Partial<StoredAgentSettings>; branchId?: BranchId; type?: AgentType; status?: number } = {},
): Promise<RecordId> {
  const agentId = RecordId.parse(v7());
  const { type = "chatgpt", status = 1, branchId = organization.branchIds[0] } = given;
  await owner.query(
    `insert into assistant_agent (organization_id, agent_id, branch_id, type, nickname, name, secrets, api_key_sign,
       settings, status, active_since)
     values ($1, $2::uuid, $3, $4, '小晨', 'assistant', $5, $2::uuid::text, $6, $7, now() - interval '1 hour')`,
    [
      organization.organizationId,
      agentId,
      branchId,
      type,
      platform.secrets.seal({ apiKey: `sk-${agentId}` }),
      JSON.stringify({ ...agentSettings, ...given.settings }),
      status,
    ],
  );
  return agentId;
}
