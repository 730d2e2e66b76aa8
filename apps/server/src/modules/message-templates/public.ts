import type { RecordId } from "@homeroom/contract/ids";
import type { TemplateUsage } from "@homeroom/contract/message-templates";
import type { InboxTemplates, ReadyTemplate } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform, ServerModule } from "#platform/server-module";
import { overdueReviews, templateJobs, templateReactions } from "./jobs.ts";
import type { MessageTemplateUses, TemplateReviewer } from "./port.ts";
import { findTemplateOfAccount, readyTemplates, type Template, templateOfAccount } from "./queries.ts";
import { bindTemplateRoutes } from "./routes.ts";
import { fillTemplate, lacksPicture, placesOf, sendableContent } from "./rules.ts";

export { applyReviewNews } from "./actions/apply-review.ts";
export type { MessageTemplateUses } from "./port.ts";
export { findTemplates, picturesOfTemplates, templatesByIds } from "./queries.ts";

/**
 * A template of a business account as a broadcast can send it now; null if it is not approved, closed, stopped, not for
 * this use, or lacks the picture that only a person can choose. Throws NOT_FOUND if it does not exist.
 */
export async function broadcastTemplate(
  tx: Tx,
  scope: Scope,
  wanted: { businessAccountId: string; templateId: RecordId },
): Promise<ReadyTemplate | null> {
  return readyForBroadcast(await templateOfAccount(tx, scope, wanted));
}

/** The same for a plan made with the template: also null if it no longer exists. */
export async function keptBroadcastTemplate(
  tx: Tx,
  scope: Scope,
  wanted: { businessAccountId: string; templateId: RecordId },
): Promise<ReadyTemplate | null> {
  const template = await findTemplateOfAccount(tx, scope, wanted);
  return template ? readyForBroadcast(template) : null;
}

function readyForBroadcast(template: Template): ReadyTemplate | null {
  return template.approved_content && lacksPicture(template.approved_content) ? null : ready(template, "broadcast");
}

/** The templates of conversations. */
export const inboxTemplates: InboxTemplates = {
  async list(tx, scope, wanted) {
    return (await readyTemplates(tx, scope, wanted)).flatMap((template) => ready(template, "chat") ?? []);
  },
  async find(tx, scope, wanted) {
    return ready(await templateOfAccount(tx, scope, wanted), "chat");
  },
};

function ready(template: Template, use: TemplateUsage): ReadyTemplate | null {
  const content = sendableContent(template, use);
  if (!content) return null;
  const { template_id: templateId, name, language, category } = template;
  const { type, header, headerImage, body, footer, buttons } = content;
  return {
    ...{ templateId, name, language, category, type, body, footer },
    header: type === "text" ? header : "",
    pictureFileId: headerImage,
    buttons: buttons.map((button) => ({ type: button.type, text: button.text, url: button.url })),
    places: placesOf(content),
    fill: (values) => fillTemplate({ name, content }, values),
  };
}

/** Message templates: their calls, and in a worker the polling of reviews. */
export function messageTemplatesModule(
  platform: Platform,
  reviewer: TemplateReviewer,
  uses: readonly MessageTemplateUses[] = [],
): ServerModule {
  const parts = { platform, reviewer, uses };
  return {
    name: "message-templates",
    routes: (bind) => bindTemplateRoutes(bind, parts),
    reactions: templateReactions,
    jobs: templateJobs(parts),
    schedule: [overdueReviews(platform)],
  };
}
