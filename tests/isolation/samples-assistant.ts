import { assistant } from "@homeroom/contract/assistant";
import { chatAssistant } from "@homeroom/contract/chat-assistant";
import { named, of, rowless, type Samples, unsigned } from "./sample.ts";

/** Agents are a branch's; within it everyone with the permission sees them. */
const walls = ["organization", "branch"] as const;

export const assistantSamples: Samples["assistant"] = {
  list: rowless(assistant.list, {}, { walls, shows: ({ chatgptId }) => chatgptId }),
  info: of(assistant.info, {
    requests: ({ chatgptId, difyId }) => [{ recordID: chatgptId }, { recordID: difyId }],
    expect: "missing",
    walls,
    shows: ({ agentName }) => agentName,
  }),
  saveChatgpt: named(
    assistant.saveChatgpt,
    ({ chatgptId, agentName }) => ({ recordID: chatgptId, nickname: agentName, name: "assistant" }),
    {
      walls,
      mixed: (_mine, { branchId }) => [{ nickname: "混入", name: "混入", apiKey: "sk-mixed-in", branchID: branchId }],
    },
  ),
  saveDify: named(
    assistant.saveDify,
    ({ difyId, agentName }) => ({ recordID: difyId, nickname: agentName, appName: "assistant" }),
    {
      walls,
      mixed: (_mine, { branchId }) => [
        { nickname: "混入", appName: "混入", apiKey: "app-mixed-in", branchID: branchId },
      ],
    },
  ),
  setStatus: named(assistant.setStatus, ({ difyId }) => ({ recordID: difyId, status: 1 }), { walls }),
  remove: named(assistant.remove, ({ chatgptId }) => ({ recordID: chatgptId }), { walls }),
  testChatgpt: named(assistant.testChatgpt, ({ chatgptId }) => ({ recordID: chatgptId }), { walls }),
  testDify: named(assistant.testDify, ({ difyId }) => ({ recordID: difyId }), { walls }),
  issueKey: named(assistant.issueKey, ({ chatgptId }) => ({ recordID: chatgptId }), { walls }),
  revokeKey: named(assistant.revokeKey, ({ chatgptId }) => ({ recordID: chatgptId }), { walls }),
};

export const chatAssistantSamples: Samples["chatAssistant"] = {
  setGpt: of(chatAssistant.setGpt, {
    requests: ({ leadId, conversationId }) => [
      { leadId, status: 1 },
      { conversationId, status: 0 },
    ],
    expect: "missing",
  }),
  state: named(chatAssistant.state, ({ conversationId }) => ({ conversationId }), {
    shows: ({ assistantEventId }) => assistantEventId,
  }),
  redraft: named(chatAssistant.redraft, ({ conversationId }) => ({ conversationId })),
  settleDraft: named(
    chatAssistant.settleDraft,
    ({ conversationId, draftId }) => ({ conversationId, recordID: draftId }),
    {
      mixed: ({ conversationId }, { conversationId: theirs, draftId }) =>
        conversationId === theirs ? [] : [{ conversationId: theirs, recordID: draftId }],
    },
  ),
};

/** The public page needs no session: anyone with its key sees the agent's name, and their own conversation. */
export const gptSamples: Samples["gpt"] = { profile: unsigned, ask: unsigned };
