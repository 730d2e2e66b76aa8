import { channelById, type NoticeHandler, storeChannelFacts } from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import { digitsOf } from "../rules.ts";

/** WhatsApp says that a number may send more or less, or that customers complain. The news go to all of its account. */
export const hearOfNumber: NoticeHandler = async (tx, { organizationId, channelId }, { news }) => {
  if (news?.about !== "number") return;
  const channel = await channelById(tx, organizationId, channelId);
  if (!channel || digitsOf(channel.settings["displayPhoneNumber"] ?? "") !== digitsOf(news.displayPhone)) return;
  await storeChannelFacts(tx, organizationScope(organizationId), channelId, {
    ...(news.limit !== "" && { limit: news.limit }),
    ...(news.event === "FLAGGED" && { quality: "red" }),
    // Better again, but not said how good: the screen asks.
    ...(news.event === "UNFLAGGED" && { quality: "unknown" }),
    checkedAt: new Date().toISOString(),
  });
};
