import type { AgentType } from "@homeroom/contract/assistant";
import type { Platform } from "#platform/server-module";
import type { AgentAccess, AgentProvider, MayAnswer } from "../port.ts";
import type { Agent } from "../queries/agents.ts";
import { instructionsFor } from "../rules/instructions.ts";

/** The dependencies of the module's actions. */
export interface Assistant {
  readonly platform: Platform;
  readonly providers: ReadonlyMap<AgentType, AgentProvider>;
  readonly mayAnswer: MayAnswer;
}

/** The provider of agents of a type. */
export function providerOf({ providers }: Assistant, type: AgentType): AgentProvider {
  const provider = providers.get(type);
  if (!provider) throw new Error(`No provider for agents of type ${type}`);
  return provider;
}

/** An agent for one call of its provider. */
export function accessOf(
  { platform }: Assistant,
  agent: Agent,
  { mayHandOver }: { mayHandOver: boolean },
): AgentAccess {
  const { settings, secrets, type } = agent;
  return {
    apiKey: platform.secrets.open(secrets)["apiKey"] ?? "",
    model: settings.model,
    // A Dify app has its own instructions.
    instructions: type === "chatgpt" ? instructionsFor(settings, { mayHandOver }) : "",
    temperature: settings.temperature,
  };
}

/** A pseudonym for a person at a provider. */
export function personSign({ platform }: Assistant, id: string): string {
  return platform.secrets.sign("assistant-person", id).slice(0, 32);
}
