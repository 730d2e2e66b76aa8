import type { AgentType } from "@homeroom/contract/assistant";

/** The values that decide whether an agent can answer: tested together, saved together. */
export interface TestedValues {
  type: AgentType;
  apiKey: string;
  model: string;
  assistantId: string;
}

/** The tested values as one text, to be signed. */
export function triedText({ type, apiKey, model, assistantId }: TestedValues): string {
  return JSON.stringify([type, apiKey, type === "chatgpt" ? model : "", assistantId]);
}
