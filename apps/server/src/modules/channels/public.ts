import type { MessagingProvider } from "#modules/inbox/public";
import type { Platform, ServerModule } from "#platform/server-module";
import type { Callbacks, WhatsappAccounts } from "./port.ts";
import { bindWhatsappSettings } from "./routes/whatsapp-settings.ts";
import { bindChannelRoutes } from "./routes.ts";

export { hearOfNumber } from "./actions/hear-of-number.ts";

/** Settings of the channels over which customers are reached: seen, changed and tested. Their rows are the inbox's. */
export function channelsModule(
  platform: Platform,
  providers: readonly MessagingProvider[],
  parts: { whatsapp?: WhatsappAccounts } = {},
): ServerModule {
  const byKind = new Map(providers.map((provider) => [provider.kind, provider]));
  const callbacks: Callbacks = (kind, channelId) => byKind.get(kind)?.callbackPath(channelId) ?? "";
  return {
    name: "channels",
    routes(bind) {
      bindChannelRoutes(bind, platform, callbacks);
      if (parts.whatsapp) bindWhatsappSettings(bind, { platform, callbacks, accounts: parts.whatsapp });
    },
  };
}
