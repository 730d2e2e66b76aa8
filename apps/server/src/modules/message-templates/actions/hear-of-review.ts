import type { NoticeHandler } from "#modules/inbox/public";
import { channelById } from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import { holdTemplatesOf, type Template } from "../queries.ts";
import { takeReview } from "./take-review.ts";

/**
 * What WhatsApp says of a template's review or category by itself. News of a text that was replaced since is left out. An id
 * is a JSON number there, rounded from 2^53 on: such a template is known by its name and language.
 */
export const hearOfReview: NoticeHandler = async (tx, channel, { news }) => {
  if (!news || news.about === "number" || news.about === "account") return;
  const scope = organizationScope(channel.organizationId);
  const row = await channelById(tx, channel.organizationId, channel.channelId);
  const businessAccountId = row?.settings["businessAccountId"];
  if (!businessAccountId) return;
  const all = await holdTemplatesOf(tx, scope, businessAccountId);
  const isRounded = Number(news.templateId) > Number.MAX_SAFE_INTEGER;
  const template = all.find((one) =>
    one.provider_id === null || isRounded
      ? one.name === news.name && one.language === news.language
      : one.provider_id === news.templateId,
  );
  const id = isRounded ? template?.provider_id : news.templateId;
  // The review is asked for when its template is not known by an exact id yet.
  if (!template || !id) return;
  if (news.about === "templateCategory") {
    const category = news.category === "marketing" || news.category === "utility" ? news.category : null;
    await takeReview(tx, template, { id, status: "pending", reason: null, detail: "", category });
    return;
  }
  if (isOlder(news.at, template)) return;
  await takeReview(tx, template, { id, status: news.status, reason: news.reason ?? null, detail: news.detail });
};

/** WhatsApp counts in whole seconds. */
function isOlder(at: string | undefined, { submitted_at: submittedAt }: Template): boolean {
  return at !== undefined && submittedAt !== null && Date.parse(at) < Math.floor(submittedAt.getTime() / 1000) * 1000;
}
