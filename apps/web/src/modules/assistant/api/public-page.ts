import type { gpt } from "@homeroom/contract/gpt";
import { withoutSchemas } from "#platform/plain-call.ts";

export const profile = withoutSchemas<typeof gpt.profile>({
  method: "GET",
  path: "/api_chat/GPT/Profile",
  body: "query",
  answer: "json",
});

export const ask = withoutSchemas<typeof gpt.ask>({
  method: "POST",
  path: "/api_chat/GPT/Ask",
  body: "json",
  answer: "json",
});
