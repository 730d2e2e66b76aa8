import { channels, type NumberStanding } from "@homeroom/contract/channels";
import type { ChannelId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import {
  changeAccountState,
  channelById,
  channelsSharingLimits,
  lockChannelInScope,
  type NoticeHandler,
  ProviderFailure,
  setChannelStatus,
  stopChannel,
  storeChannelFacts,
} from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { WhatsappAccounts } from "../port.ts";
import { standingIn } from "../present/whatsapp.ts";
import { digitsOf, factsToKeep } from "../rules.ts";
import { keptNumber } from "./kept-number.ts";

/**
 * Asks WhatsApp for the state of a number and stores the answer. A number whose token is refused is stopped, as if a message
 * had been refused. If WhatsApp cannot be reached, the stored state stays. Throws NOT_FOUND.
 */
export async function reloadStanding(
  { platform, accounts }: { platform: Platform; accounts: WhatsappAccounts },
  actor: Actor,
  channelId: ChannelId,
): Promise<NumberStanding | null> {
  requireAccess(actor, channels.reloadStanding);
  const scope = scopeOf(actor, "org:whatsapp:query");
  const { db, secrets } = platform;
  const access = await inTransaction(db, scope, (tx) => keptNumber(tx, secrets, { scope, channelId }));
  try {
    const facts = factsToKeep(await accounts.numberFacts(access), new Date());
    await inTransaction(db, scope, (tx) => storeChannelFacts(tx, scope, channelId, facts));
    return standingIn(facts);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { organizationId } = scope;
    const { class: kind, reason } = error.error;
    if (kind === "reauthorise")
      await inTransaction(db, scope, (tx) => stopChannel(tx, { organizationId, channelId }, reason));
    return standingIn(access.settings);
  }
}

/** Switches a WhatsApp number on (1) or off (0). Waiting messages fail while it is off. */
export function switchWhatsappNumber(
  db: Database,
  actor: Actor,
  { channelId, status }: { channelId: ChannelId; status: number },
): Promise<void> {
  requireAccess(actor, channels.setWhatsappStatus);
  const scope = scopeOf(actor, "org:whatsapp:edit");
  return inTransaction(db, scope, async (tx) => {
    const channel = await lockChannelInScope(tx, scope, { channelId, kind: "whatsapp" });
    if (!channel) throw new AppError("NOT_FOUND");
    if (channel.status === status) return;
    await setChannelStatus(tx, scope, channelId, status);
    await recordChange(tx, actor, {
      module: "setting",
      action: status === 1 ? "enabled" : "disabled",
      subject: { type: "channel", id: channelId, name: channel.name },
    });
  });
}

/**
 * WhatsApp changed a number's sending limit, or reports that customers complain. Its notice is for the whole
 * account, and all numbers of the portfolio share the limit.
 */
export const applyNumberNews: NoticeHandler = async (tx, { organizationId, channelId }, { news }) => {
  if (news?.about !== "number") return;
  const channel = await channelById(tx, organizationId, channelId);
  if (!channel || digitsOf(channel.settings["displayPhoneNumber"] ?? "") !== digitsOf(news.displayPhone)) return;
  const scope = organizationScope(organizationId);
  // Before its own row, so that notices about two numbers lock them in one order.
  if (news.limit !== "")
    for (const id of await channelsSharingLimits(tx, scope, channelId))
      await storeChannelFacts(tx, scope, id, { limit: news.limit });
  await storeChannelFacts(tx, scope, channelId, {
    ...(news.event === "FLAGGED" && { quality: "red" }),
    // Better again, but the new quality is unknown: the screen asks for it.
    ...(news.event === "UNFLAGGED" && { quality: "unknown" }),
    checkedAt: new Date().toISOString(),
  });
};

/** WhatsApp disabled, restricted, warned or reinstated the business account. */
export const receiveAccountNews: NoticeHandler = async (tx, channel, { news }) => {
  if (news?.about === "account") await changeAccountState(tx, channel, news);
};
