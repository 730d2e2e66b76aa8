import { type AgentInfo, type AgentType, agentFailures, defaultModel } from "@homeroom/contract/assistant";
import type { BranchId } from "@homeroom/contract/ids";

const behaviour = {
  opening: "automatic",
  openingText: "",
  way: "send",
  answersWhen: "always",
  hours: [],
  waitSeconds: 6,
  handOverText: "",
  handOverWhenUnsure: true,
  mostInARow: 20,
  dailyLimit: 1000,
} as const;

/** The initial values of a new agent. `words`: after these a customer is handed to a person. */
export function newAgent(type: AgentType, of: { branchID: BranchId; words: string[] }): object {
  const shared = { ...behaviour, branchID: of.branchID, handOverWords: of.words, nickname: "", apiKey: "" };
  if (type === "dify") return { ...shared, appName: "" };
  const told = { model: defaultModel, instructions: "", knowledge: "", temperature: null };
  return { ...shared, ...told, name: "", assistantOrPromptID: "" };
}

/** An agent as form values, without its key. */
export function formOf(agent: AgentInfo): object {
  const { recordID, version, nickname, opening, openingText, way, answersWhen, hours, waitSeconds } = agent;
  const { handOverWords, handOverText, handOverWhenUnsure, mostInARow, dailyLimit } = agent;
  const shared = {
    ...{ recordID, version, nickname, opening, openingText, way, answersWhen, hours, waitSeconds },
    ...{ handOverWords, handOverText, handOverWhenUnsure, mostInARow, dailyLimit, apiKey: "" },
  };
  if (agent.type === "dify") return { ...shared, appName: agent.name };
  const { name, model, instructions, knowledge, temperature, assistantOrPromptID } = agent;
  return { ...shared, name, model, instructions, knowledge, temperature, assistantOrPromptID };
}

/** The text key of a failure. */
export function failureKey(reason: string): (typeof agentFailures)[number] {
  return agentFailures.find((known) => known === reason) ?? "unknown";
}
