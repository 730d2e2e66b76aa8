import type { MessagingProvider } from "#modules/inbox/public";
import type { Platform, ServerModule } from "#platform/server-module";
import { channelJobs, channelReactions } from "./jobs.ts";
import type { Callbacks, LineAccounts, WhatsappAccounts } from "./port.ts";
import { bindChannelRoutes } from "./routes/all-channels.ts";
import { bindLineRoutes } from "./routes/line.ts";
import { bindWelcomeRoutes } from "./routes/welcome.ts";
import { bindWhatsappSettings } from "./routes/whatsapp-settings.ts";

export { applyNumberNews, receiveAccountNews } from "./actions/change-number-state.ts";

/**
 * Settings of the channels over which customers are reached: seen, changed and tested; and the welcome messages. The
 * channels' rows are the inbox's.
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
      bindChannelRoutes(bind, platform, callbacks);
      if (parts.whatsapp) bindWhatsappSettings(bind, { platform, callbacks, accounts: parts.whatsapp });
      bindLineRoutes(bind, { platform, providers, callbacks, accounts: parts.line, provider: providers.get("line") });
      bindWelcomeRoutes(bind, platform);
    },
    jobs: channelJobs(platform.db),
    reactions: channelReactions,
  };
}
