import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";

/** Longest question on the public page, in characters. */
const maxQuestionLength = 2000;

/** How many days a message on the public page is kept. */
export const publicTalkDays = 30;

const key = z.string().min(20).max(100);

export const gpt = {
  profile: endpoint("GET /api_chat/GPT/Profile", {
    summary: "The name of a public page's assistant, and the messages of the visitor's own session there.",
    access: "public",
    request: z.object({ key, sessionID: RecordId.optional() }),
    response: z.object({
      name: z.string(),
      openingText: z.string(),
      history: z.array(z.object({ role: z.enum(["visitor", "assistant"]), text: z.string(), time: z.string() })),
    }),
    errors: ["TOO_MANY_REQUESTS"],
  }),
  ask: endpoint("POST /api_chat/GPT/Ask", {
    summary: "Asks the assistant on its public page; without a session a new one begins.",
    access: "public",
    request: z.object({
      key,
      sessionID: RecordId.optional(),
      content: z.string().trim().min(1, "CHAT_MESSAGE_REQUIRED").max(maxQuestionLength),
    }),
    response: z.object({ sessionID: RecordId, answer: z.string() }),
    errors: ["CHAT_MESSAGE_REQUIRED", "TOO_MANY_REQUESTS", "GPT_NOT_ANSWERING"],
  }),
};
