import { BranchId, OrganizationId } from "@homeroom/contract/ids";
import { z } from "zod";
import { contactFollowed, type MessagingProvider } from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import { defineJob, handler, type JobHandler, request } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import type { Platform, ServerModule } from "#platform/server-module";
import { welcomeFriend } from "./actions/send-welcome.ts";
import type { Callbacks, LineAccounts, WhatsappAccounts } from "./port.ts";
import { bindLineRoutes } from "./routes/line.ts";
import { bindWelcomeRoutes } from "./routes/welcome.ts";
import { bindChannelRoutes, bindWhatsappSettings } from "./routes/whatsapp-settings.ts";

export { applyNumberNews, receiveAccountNews } from "./actions/change-number-state.ts";

/**
 * The settings of channels to customers (read, change and test), and welcome messages. The
 * rows of channels belong to the inbox.
 */
export function channelsModule(
  platform: Platform,
  list: readonly MessagingProvider[],
  parts: { whatsapp?: WhatsappAccounts; line: LineAccounts },
): ServerModule {
  const providers = new Map(list.map((provider) => [provider.kind, provider]));
  const callbacks: Callbacks = (kind, channelId) => providers.get(kind)?.callbackPath(channelId) ?? "";
  return {
    name: "channels",
    routes(bind) {
      bindChannelRoutes(bind, { platform, callbacks, provider: providers.get("whatsapp") });
      if (parts.whatsapp) bindWhatsappSettings(bind, { platform, callbacks, accounts: parts.whatsapp });
      bindLineRoutes(bind, { platform, providers, callbacks, accounts: parts.line, provider: providers.get("line") });
      bindWelcomeRoutes(bind, platform);
    },
    jobs: channelJobs(platform.db),
    reactions: channelReactions,
  };
}

/** The free reply is valid for a minute only, so the retry comes soon. */
const welcomeFriendJob = defineJob(
  "welcome-friend",
  z.object({ organizationId: OrganizationId, contactId: z.uuid(), branchId: BranchId }),
  { retryLimit: 8, retryDelaySeconds: 1 },
);

function channelJobs(db: Database): readonly JobHandler[] {
  return [
    handler(welcomeFriendJob, ({ organizationId, contactId, branchId }) =>
      welcomeFriend(db, organizationScope(organizationId), { contactId, branchId }),
    ),
  ];
}

/** Sends a welcome to people who add an account. */
const channelReactions: readonly Reaction[] = [
  reaction({
    event: contactFollowed,
    jobs: ({ contactId, branchId }, { organizationId }) => [
      request(welcomeFriendJob, { organizationId, contactId, branchId }),
    ],
  }),
];
