import type { AgentType } from "@homeroom/contract/assistant";

/** What decides whether an agent can answer at all: tried together, saved together. */
export interface Tried {
  type: AgentType;
  apiKey: string;
  model: string;
  assistantId: string;
}

/** One text for what was tried, to be signed. */
export function triedText({ type, apiKey, model, assistantId }: Tried): string {
  return JSON.stringify([type, apiKey, type === "chatgpt" ? model : "", assistantId]);
}
