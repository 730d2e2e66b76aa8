import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform, ServerModule } from "#platform/server-module";
import type { EmailTemplateUses } from "./port.ts";
import { bindEmailTemplateRoutes } from "./routes.ts";

export { writeMail } from "./actions/write-mail.ts";
export type { EmailTemplateUses } from "./port.ts";
export { emailTemplate, emailTemplatesByIds, findEmailTemplate, mailFacts, picturesOfMails } from "./queries.ts";
export type { CompiledMail } from "./rules/compile-mail.ts";
export { fillMail } from "./rules/fill-mail.ts";

/** Templates of e-mails: blocks that become HTML and text. `uses`: the users of templates. */
export function emailTemplatesModule(platform: Platform, uses: readonly EmailTemplateUses[] = []): ServerModule {
  const tests = createRateLimit(platform, { name: "email-template-test", points: 20, seconds: 600 });
  return { name: "email-templates", routes: (bind) => bindEmailTemplateRoutes(bind, platform, { uses, tests }) };
}
