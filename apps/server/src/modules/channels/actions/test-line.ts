import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import type { ChannelId } from "@homeroom/contract/ids";
import { line } from "@homeroom/contract/line";
import { channelsInScope } from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { inspectLine } from "./inspect-line.ts";
import type { LineParts } from "./save-line.ts";

/** Asks LINE about keys, the kept ones in place of those left empty. Throws CHAT_VERIFICATION_FAILED with the reason. */
export async function testLine(
  { platform, accounts }: Pick<LineParts, "platform" | "accounts">,
  actor: Actor,
  form: RequestOf<typeof line.test>,
): Promise<ResponseOf<typeof line.test>> {
  requireAccess(actor, line.test);
  const kept = form.recordID ? await keptKeys({ platform }, actor, form.recordID) : undefined;
  const channelId = form.channelID || (kept?.channelId ?? "");
  // Of another channel than the kept one, the kept secret says nothing.
  const keptSecret = kept?.channelId === channelId ? kept.channelSecret : "";
  const channelSecret = form.channelSecret || keptSecret;
  const accessToken = form.accessToken || (kept?.accessToken ?? "");
  const keys = { channelId, accessToken, ...(channelId && channelSecret && { channelSecret }) };
  const account = await inspectLine(accounts, keys, "CHAT_VERIFICATION_FAILED");
  const detail = [account.displayName, account.basicId].filter((part) => part !== "").join(" ");
  return { ok: true, detail, officialID: account.basicId, channelID: account.channelId };
}

async function keptKeys({ platform }: Pick<LineParts, "platform">, actor: Actor, recordID: ChannelId) {
  const scope = scopeOf(actor, "org:line:test");
  const channels = await inTransaction(platform.db, scope, (tx) => channelsInScope(tx, scope, "line"));
  const channel = channels.find((one) => one.channel_id === recordID);
  if (!channel) throw new AppError("NOT_FOUND");
  const { channelSecret = "", accessToken = "" } = platform.secrets.open(channel.secrets);
  return { channelId: channel.external_id, channelSecret, accessToken };
}
