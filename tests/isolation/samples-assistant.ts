import { assistant } from "@homeroom/contract/assistant";
import { chatAssistant } from "@homeroom/contract/chat-assistant";
import { of, type Samples, unsigned } from "./sample.ts";

/** Agents are a branch's; within it everyone with the permission sees them. */
const walls = ["organization", "branch"] as const;

export const assistantSamples: Samples["assistant"] = {
  list: of(assistant.list, { requests: () => [{}], expect: "blank", walls, shows: ({ chatgptId }) => chatgptId }),
  info: of(assistant.info, {
    requests: ({ chatgptId, difyId }) => [{ recordID: chatgptId }, { recordID: difyId }],
    expect: "missing",
    walls,
    shows: ({ agentName }) => agentName,
  }),
  saveChatgpt: of(assistant.saveChatgpt, {
    requests: ({ chatgptId, agentName }) => [{ recordID: chatgptId, nickname: agentName, name: "assistant" }],
    expect: "missing",
    walls,
    mixed: (_mine, { branchId }) => [{ nickname: "混入", name: "混入", apiKey: "sk-mixed-in", branchID: branchId }],
  }),
  saveDify: of(assistant.saveDify, {
    requests: ({ difyId, agentName }) => [{ recordID: difyId, nickname: agentName, appName: "assistant" }],
    expect: "missing",
    walls,
    mixed: (_mine, { branchId }) => [{ nickname: "混入", appName: "混入", apiKey: "app-mixed-in", branchID: branchId }],
  }),
  setStatus: of(assistant.setStatus, {
    requests: ({ difyId }) => [{ recordID: difyId, status: 1 }],
    expect: "missing",
    walls,
  }),
  remove: of(assistant.remove, { requests: ({ chatgptId }) => [{ recordID: chatgptId }], expect: "missing", walls }),
  testChatgpt: of(assistant.testChatgpt, {
    requests: ({ chatgptId }) => [{ recordID: chatgptId }],
    expect: "missing",
    walls,
  }),
  testDify: of(assistant.testDify, { requests: ({ difyId }) => [{ recordID: difyId }], expect: "missing", walls }),
  issueKey: of(assistant.issueKey, {
    requests: ({ chatgptId }) => [{ recordID: chatgptId }],
    expect: "missing",
    walls,
  }),
  revokeKey: of(assistant.revokeKey, {
    requests: ({ chatgptId }) => [{ recordID: chatgptId }],
    expect: "missing",
    walls,
  }),
};

export const chatAssistantSamples: Samples["chatAssistant"] = {
  setGpt: of(chatAssistant.setGpt, {
    requests: ({ leadId, conversationId }) => [
      { leadId, status: 1 },
      { conversationId, status: 0 },
    ],
    expect: "missing",
  }),
  state: of(chatAssistant.state, {
    requests: ({ conversationId }) => [{ conversationId }],
    expect: "missing",
    shows: ({ assistantEventId }) => assistantEventId,
  }),
  redraft: of(chatAssistant.redraft, {
    requests: ({ conversationId }) => [{ conversationId }],
    expect: "missing",
  }),
  settleDraft: of(chatAssistant.settleDraft, {
    requests: ({ conversationId, draftId }) => [{ conversationId, recordID: draftId }],
    expect: "missing",
    mixed: ({ conversationId }, { conversationId: theirs, draftId }) =>
      conversationId === theirs ? [] : [{ conversationId: theirs, recordID: draftId }],
  }),
};

/** The public page needs no session: who has its key sees the agent's name, and their own talk. */
export const gptSamples: Samples["gpt"] = { profile: unsigned, ask: unsigned };
