import { z } from "zod";
import { MaskedSecret } from "./channels.ts";
import { endpoint } from "./endpoint.ts";
import { Hours } from "./hours.ts";
import { BranchId, RecordId } from "./ids.ts";
import { editedFields } from "./some-fields.ts";

/** The most agents that an organisation may have. */
export const maxAgents = 50;

/** The longest instructions and the longest knowledge of an agent, in characters. */
export const maxInstructionsLength = 8000;
export const maxKnowledgeLength = 40_000;

/** A new ChatGPT agent's model; any other that the API key may use can be named. */
export const defaultModel = "gpt-5.4-mini";

/** How long the test of an agent's values stays valid: within this time they can be saved without another test. */
export const verifiedMinutes = 30;

/** A provider's key. It is sent in a header, so it holds printable ASCII characters only. */
const ApiKey = z
  .string()
  .trim()
  .max(400)
  .regex(/^[!-~]*$/)
  .default("");

export const agentTypes = ["chatgpt", "dify"] as const;
export type AgentType = (typeof agentTypes)[number];

/**
 * Why an agent could not answer, each the key of a text in the web app. Those of `needsAttention` last until somebody has
 * changed something; the others pass.
 */
export const agentFailures = [
  "keyInvalid",
  "permissionMissing",
  "modelMissing",
  "quotaUsedUp",
  "rateLimited",
  "providerUnavailable",
  "unreachable",
  "noAnswer",
  "contentFiltered",
  "cutOff",
  "badRequest",
  "emptyAnswer",
  "unknown",
] as const;
export type AgentFailure = (typeof agentFailures)[number];

export const needsAttention: readonly AgentFailure[] = [
  "keyInvalid",
  "permissionMissing",
  "modelMissing",
  "quotaUsedUp",
];

const status = z.number().int().min(0).max(1);
const words = (longest: number) => z.string().trim().max(longest).default("");

/** An agent's behaviour, with any provider. */
const AgentSettings = z.object({
  /** `automatic`: on for every new customer; `manual`: staff switch it on for each customer. */
  opening: z.enum(["automatic", "manual"]).default("automatic"),
  /** Sent before its first answer to a customer; empty: nothing is sent. */
  openingText: words(1000),
  /** `send`: it answers by itself; `draft`: it suggests and a person sends. */
  way: z.enum(["send", "draft"]).default("send"),
  /** When it answers: always, outside office hours, or within them. */
  answersWhen: z.enum(["always", "outside", "inside"]).default("always"),
  /** Office hours in the branch's time zone. */
  hours: z.array(Hours).max(21).default([]),
  /** It waits until the customer has been quiet for this number of seconds, then answers everything they wrote. */
  waitSeconds: z.number().int().min(1).max(60).default(6),
  /** A message with one of these words is left to a person. */
  handOverWords: z.array(z.string().trim().min(1).max(40)).max(30).default([]),
  /** Sent when it hands over to a person; empty: the product's own text. */
  handOverText: words(500),
  /** It hands over when it does not know the answer, instead of guessing. */
  handOverWhenUnsure: z.boolean().default(true),
  /** It hands over after this number of answers in a row to one customer. */
  mostInARow: z.number().int().min(1).max(100).default(20),
  /** The most answers in a day; its public page has a limit of its own. */
  dailyLimit: z.number().int().min(1).max(100_000).default(1000),
});
export type AgentSettings = z.infer<typeof AgentSettings>;

/** What makes a ChatGPT agent: kept here and sent along with every question. */
const ChatgptSettings = z.object({
  model: z.string().trim().min(1).max(100).default(defaultModel),
  instructions: words(maxInstructionsLength),
  knowledge: words(maxKnowledgeLength),
  /** Null: the model's default. Reasoning models accept no value. */
  temperature: z.number().min(0).max(2).nullable().default(null),
});

const saving = {
  recordID: RecordId.optional(),
  nickname: z.string().trim().min(1).max(40),
  /** Left out or empty: the saved key stays. */
  apiKey: ApiKey,
  /** The branch of a new agent; the session's own when left out. */
  branchID: BranchId.optional(),
  /** The version that the form began with. */
  version: z.number().int().optional(),
};

const agentId = z
  .string()
  .trim()
  .max(100)
  .regex(/^((asst|pmpt)_[A-Za-z0-9]{1,90})?$/)
  .default("");

export const ChatgptForm = AgentSettings.extend(ChatgptSettings.shape).extend({
  ...saving,
  /** Its name at the provider. */
  name: z.string().trim().min(1).max(100),
  /** `asst_…` or `pmpt_…`, for reference: the provider no longer runs either. */
  assistantOrPromptID: agentId,
});
export type ChatgptForm = z.infer<typeof ChatgptForm>;

/** Fields that are left out stay as they are; a new agent gets the defaults of the form. */
const ChatgptChanges = z.object({ ...editedFields(ChatgptForm.shape), apiKey: ApiKey });
export type ChatgptChanges = z.infer<typeof ChatgptChanges>;

export const DifyForm = AgentSettings.extend({ ...saving, appName: z.string().trim().min(1).max(100) });
export type DifyForm = z.infer<typeof DifyForm>;

const DifyChanges = z.object({ ...editedFields(DifyForm.shape), apiKey: ApiKey });
export type DifyChanges = z.infer<typeof DifyChanges>;

/** The defaults of a new agent. */
export const newAgentSettings = AgentSettings.extend(ChatgptSettings.shape).parse({});

const AgentRow = z.object({
  recordID: RecordId,
  type: z.enum(agentTypes),
  nickname: z.string(),
  /** Name of the assistant or prompt, or of the Dify app. */
  name: z.string(),
  /** 1: answers for its branch. */
  status,
  branch: z.object({ branchID: BranchId, name: z.string() }),
  model: z.string(),
  way: z.enum(["send", "draft"]),
  apiKey: MaskedSecret,
  /** It answers nothing until somebody has fixed this. */
  attention: z.object({ at: z.string(), reason: z.enum(agentFailures) }).nullable(),
  lastFailure: z.object({ at: z.string(), reason: z.enum(agentFailures), detail: z.string() }).nullable(),
  /** The path of its public page; null: it has none. */
  publicPath: z.string().nullable(),
  /** Today's, in the branch's time zone. */
  today: z.object({
    answers: z.number().int(),
    drafts: z.number().int(),
    handOvers: z.number().int(),
    failures: z.number().int(),
    publicAnswers: z.number().int(),
  }),
  updateTime: z.string(),
  version: z.number().int(),
});
export type AgentRow = z.infer<typeof AgentRow>;

const AgentInfo = AgentRow.extend(AgentSettings.shape).extend(ChatgptSettings.shape).extend({
  assistantOrPromptID: z.string(),
});
export type AgentInfo = z.infer<typeof AgentInfo>;

const content = z.string().trim().max(1000).default("");
const tried = { apiKey: ApiKey, recordID: RecordId.optional(), content };
const TestResult = z.object({ ok: z.boolean(), detail: z.string() });
const testErrors = ["CHAT_VERIFICATION_FAILED", "TOO_MANY_REQUESTS"] as const;
const saveErrors = [
  "SETTING_NOT_VERIFIED",
  "GPT_API_KEY_IN_USE",
  "GPT_ASSISTANT_ID_IN_USE",
  "SETTING_LIMIT_REACHED",
  "STALE_DATA",
] as const;

export const assistant = {
  list: endpoint("GET /api_users/Member/GPTList", {
    summary: "The assistant's agents at the branches that the caller sees, API keys masked.",
    access: "org:gpt:query",
    request: z.object({}),
    response: z.array(AgentRow),
  }),
  info: endpoint("GET /api_users/Member/GPTInfo", {
    summary: "One agent with all fields of its form, the API key masked.",
    access: "org:gpt:query",
    request: z.object({ recordID: RecordId }),
    response: AgentInfo,
  }),
  saveChatgpt: endpoint("POST /api_users/Member/UpdateChatGPTSetting", {
    summary:
      "Adds or changes a ChatGPT agent. A new key, model or id must have been tested by the same person shortly before.",
    access: ["org:gpt:add", "org:gpt:edit"],
    request: ChatgptChanges,
    response: z.object({ recordID: RecordId }),
    errors: saveErrors,
  }),
  saveDify: endpoint("POST /api_users/Member/UpdateDifySetting", {
    summary: "Adds or changes a Dify agent. A new key must have been tested by the same person shortly before.",
    access: ["org:gpt:add", "org:gpt:edit"],
    request: DifyChanges,
    response: z.object({ recordID: RecordId }),
    errors: saveErrors,
  }),
  setStatus: endpoint("POST /api_users/Member/UpdateGPTStatus", {
    summary: "Lets an agent answer for its branch (1), instead of the previous one, or stops it (0).",
    access: "org:gpt:status",
    request: z.object({ recordID: RecordId, status }),
    response: z.null(),
  }),
  remove: endpoint("GET /api_users/Member/DeleteGPTdata", {
    summary: "Deletes an agent with its key and its public page. Its messages stay.",
    access: "org:gpt:delete",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
  testChatgpt: endpoint("POST /api_users/Member/TestChatgpt", {
    summary: "Tests a ChatGPT agent: with the values sent, or by recordID with the saved ones. `detail` is its answer.",
    access: "org:gpt:test",
    request: z.object({
      ...tried,
      assistantOrPromptID: agentId,
      model: z.string().trim().max(100).default(""),
      instructions: words(maxInstructionsLength),
      knowledge: words(maxKnowledgeLength),
      temperature: z.number().min(0).max(2).nullable().default(null),
    }),
    response: TestResult,
    errors: testErrors,
  }),
  testDify: endpoint("POST /api_users/Member/TestDifygpt", {
    summary: "Tests a Dify agent: with the key sent, or by recordID with the saved one.",
    access: "org:gpt:test",
    request: z.object(tried),
    response: TestResult,
    errors: testErrors,
  }),
  issueKey: endpoint("POST /api_users/Member/IssueGPTKey", {
    summary: "Gives an agent a public page; the address of an earlier one stops working.",
    access: "org:gpt:edit",
    request: z.object({ recordID: RecordId }),
    response: z.object({ publicPath: z.string() }),
  }),
  revokeKey: endpoint("POST /api_users/Member/RevokeGPTKey", {
    summary: "Removes an agent's public page.",
    access: "org:gpt:edit",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
};
