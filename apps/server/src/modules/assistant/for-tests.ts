import type { AgentType } from "@homeroom/contract/assistant";
import { type BranchId, type ConversationId, type LeadId, RecordId } from "@homeroom/contract/ids";
import type { StoredAgentSettings } from "@homeroom/database/assistant-tables";
import { v7 } from "uuid";
import { buildPlace, inboundText, receive, type TestChannel } from "#modules/inbox/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { prepareEach, type TestDatabase } from "#platform/db/for-tests";
import { answerCustomer } from "./actions/answer-customer.ts";
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

/** In a file of tests: before each, an organisation with a channel, and a provider for the agents that a test builds. */
export function prepareAssistant(base: TestDatabase) {
  return prepareEach(async () => {
    const { organization, channel } = await buildPlace(base);
    const provider = testAgentProvider();
    const answer = (conversationId: ConversationId, given: { draft?: boolean; mayAnswer?: boolean } = {}) => {
      const { draft = false, mayAnswer = true } = given;
      const assistant = testAssistant(base, [provider], async () => mayAnswer);
      return answerCustomer(assistant, { organizationId: organization.organizationId, conversationId, draft });
    };
    return {
      organization,
      channel,
      provider,
      answer,
      customerWrites: (text: string, phone?: string) =>
        customerWrites(base, channel, { text, ...(phone && { phone }) }),
    };
  });
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

/** A customer writes, the same one for the same number. */
export async function customerWrites(
  base: TestDatabase,
  channel: TestChannel,
  { text, phone = "85261234567" }: { text: string; phone?: string },
): Promise<{ conversationId: ConversationId; leadId: LeadId }> {
  await receive(base, channel, [inboundText({ text, from: { phone, name: "李太" } })]);
  const found = await base.owner.query<{ conversationId: ConversationId; leadId: LeadId }>(
    `select conversation_id as "conversationId", conversation.lead_id as "leadId"
     from conversation join channel_contact using (organization_id, contact_id) where channel_id = $1 and phone = $2`,
    [channel.channelId, phone],
  );
  const [row] = found.rows;
  if (!row) throw new Error("There is no conversation");
  return row;
}

/** What was said to a customer by one kind of author, in order. */
export async function saidBy(base: TestDatabase, conversationId: ConversationId, author: string): Promise<string[]> {
  const found = await base.owner.query<{ text: string }>(
    "select text from message where conversation_id = $1 and direction = 'out' and author = $2 order by position",
    [conversationId, author],
  );
  return found.rows.map(({ text }) => text);
}

/** The lines that the assistant left in a conversation, in order. */
export async function linesOf(
  base: TestDatabase,
  conversationId: ConversationId,
): Promise<{ kind: string; reason: string; summary: string }[]> {
  const found = await base.owner.query<{ kind: string; reason: string; summary: string }>(
    "select kind, reason, summary from assistant_event where conversation_id = $1 order by created_at",
    [conversationId],
  );
  return found.rows;
}
