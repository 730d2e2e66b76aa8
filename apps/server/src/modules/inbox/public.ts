import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { scopeRooms } from "#platform/db/row-filter";
import type { Platform, ServerModule } from "#platform/server-module";
import type { Inbox } from "./actions/inbox.ts";
import { startDrain } from "./drain.ts";
import { inboxJobs } from "./jobs.ts";
import type { MessagingProvider } from "./port.ts";
import { inboxReactions } from "./reactions.ts";
import { bindInboxRoutes } from "./routes.ts";
import { startSweep } from "./sweep.ts";

export type { NewDelivery } from "./actions/store-deliveries.ts";
export { createDeliveryIntake, type DeliveryIntake } from "./intake.ts";
export { type CallbackChannel, channelDirectory } from "./queries/channels.ts";

/**
 * Conversations with customers over the given providers: their calls, the jobs that send and fetch, and in a worker the
 * loops that process deliveries. `databaseUrl` is where these listen for new ones.
 */
export function inboxModule(
  platform: Platform,
  parts: { providers: readonly MessagingProvider[]; databaseUrl: string },
): ServerModule {
  const providers = new Map(parts.providers.map((provider) => [provider.kind, provider]));
  const inbox: Inbox = { platform, providers };
  return {
    name: "inbox",
    routes: (bind) => bindInboxRoutes(bind, inbox),
    reactions: inboxReactions,
    jobs: inboxJobs(inbox),
    rooms: (actor) => (can(actor, "chat:message:query") ? scopeRooms("chat", scopeOf(actor, "chat:message:all")) : []),
    async startWork() {
      const loops = [startDrain(inbox, parts.databaseUrl), startSweep(platform)];
      return {
        async stop() {
          await Promise.all(loops.map((loop) => loop.stop()));
        },
      };
    },
  };
}
