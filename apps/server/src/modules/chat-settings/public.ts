import type { Platform, ServerModule } from "#platform/server-module";
import { bindChatSettingRoutes } from "./routes.ts";

export { type ChatRulesInForce, chatRulesOf, organizationsThatMail } from "./queries/chat-setting.ts";

/** Chat management: how an organisation and its branches handle conversations. */
export function chatSettingsModule(platform: Platform): ServerModule {
  return { name: "chat-settings", routes: (bind) => bindChatSettingRoutes(bind, platform) };
}
