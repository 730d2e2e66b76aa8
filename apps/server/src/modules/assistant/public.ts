import type { Platform, ServerModule } from "#platform/server-module";
import type { Assistant } from "./actions/assistant.ts";
import { assistantJobs, oldTalk } from "./jobs.ts";
import type { AgentProvider, MayAnswer } from "./port.ts";
import { assistantReactions } from "./reactions.ts";
import { bindAgentRoutes, bindConversationRoutes, bindPublicPage } from "./routes.ts";

export { agentStopped, assistantHandedOver } from "./events.ts";
export type { AgentProvider, MayAnswer } from "./port.ts";

/**
 * The assistant that answers customers by itself, or suggests answers: its agents, its work in conversations, its public
 * pages. `mayAnswer` is false while a person holds a conversation.
 */
export function assistantModule(
  platform: Platform,
  parts: { providers: readonly AgentProvider[]; mayAnswer: MayAnswer },
): ServerModule {
  const providers = new Map(parts.providers.map((provider) => [provider.type, provider]));
  const assistant: Assistant = { platform, providers, mayAnswer: parts.mayAnswer };
  return {
    name: "assistant",
    routes(bind) {
      bindAgentRoutes(bind, assistant);
      bindConversationRoutes(bind, assistant);
      bindPublicPage(bind, assistant);
    },
    reactions: assistantReactions,
    jobs: assistantJobs(assistant),
    schedule: [oldTalk(platform.db)],
  };
}
