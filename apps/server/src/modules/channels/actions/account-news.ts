import {
  changeAccountState,
  channelById,
  channelsSharingLimits,
  type NoticeHandler,
  storeChannelFacts,
} from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import { digitsOf } from "../rules.ts";

/**
 * WhatsApp says that a number may send more or less, or that customers complain. The news go to all of its
 * account, and the limit is that of all numbers of its portfolio.
 */
export const applyNumberNews: NoticeHandler = async (tx, { organizationId, channelId }, { news }) => {
  if (news?.about !== "number") return;
  const channel = await channelById(tx, organizationId, channelId);
  if (!channel || digitsOf(channel.settings["displayPhoneNumber"] ?? "") !== digitsOf(news.displayPhone)) return;
  const scope = organizationScope(organizationId);
  // Before its own row, so that news of two numbers lock them in one order.
  if (news.limit !== "")
    for (const id of await channelsSharingLimits(tx, scope, channelId))
      await storeChannelFacts(tx, scope, id, { limit: news.limit });
  await storeChannelFacts(tx, scope, channelId, {
    ...(news.event === "FLAGGED" && { quality: "red" }),
    // Better again, but not said how good: the screen asks.
    ...(news.event === "UNFLAGGED" && { quality: "unknown" }),
    checkedAt: new Date().toISOString(),
  });
};

/** WhatsApp disabled, restricted, warned or reinstated the business account. */
export const receiveAccountNews: NoticeHandler = async (tx, channel, { news }) => {
  if (news?.about === "account") await changeAccountState(tx, channel, news);
};
