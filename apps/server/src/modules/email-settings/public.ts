import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform, ServerModule } from "#platform/server-module";
import type { TextLookup } from "./port.ts";
import { lookUpTexts } from "./queries/check-domain-records.ts";
import { bindEmailRoutes } from "./routes.ts";

export { takeMailRoom } from "./actions/take-mail-room.ts";
export { mailAccountOf, mailSenders } from "./queries/account.ts";

/** The mail servers of branches. `lookUp` queries DNS. */
export function emailSettingsModule(platform: Platform, lookUp: TextLookup = lookUpTexts): ServerModule {
  const tests = createRateLimit(platform, { name: "email-test", points: 20, seconds: 600 });
  const lookups = createRateLimit(platform, { name: "email-domain", points: 60, seconds: 600 });
  return { name: "email-settings", routes: (bind) => bindEmailRoutes(bind, platform, { lookUp, tests, lookups }) };
}
