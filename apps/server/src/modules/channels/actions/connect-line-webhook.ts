import type { ChannelId } from "@homeroom/contract/ids";
import { type LineWebhook, line } from "@homeroom/contract/line";
import { recordChange } from "#modules/audit/public";
import { channelsInScope, markCallsTested, openChannel, ProviderFailure } from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { LineAccounts, LineWebhookState } from "../port.ts";
import { isPublicAddress } from "../rules.ts";

/**
 * Sets our address as LINE's webhook for an account, and has LINE test it. An address that LINE cannot reach is not set.
 * Throws CHAT_VERIFICATION_FAILED with the reason when LINE refuses the stored keys or does not answer.
 */
export async function connectLineWebhook(
  { platform, accounts }: { platform: Platform; accounts: LineAccounts },
  actor: Actor,
  { recordID, webhookUrl }: { recordID: ChannelId; webhookUrl: string },
): Promise<LineWebhook> {
  requireAccess(actor, line.connectWebhook);
  const scope = scopeOf(actor, "org:line:edit");
  const channels = await inTransaction(platform.db, scope, (tx) => channelsInScope(tx, scope, "line"));
  const channel = channels.find((one) => one.channel_id === recordID);
  if (!channel) throw new AppError("NOT_FOUND");
  // The sandbox runs on this machine, so it can reach addresses that LINE cannot.
  if (!channel.is_sandbox && !isPublicAddress(webhookUrl))
    return { webhookUrl, problem: "addressNotPublic", detail: "", active: null };
  const { before, problem, detail, active } = await asked(() =>
    accounts.connectWebhook(openChannel(platform.secrets, channel), webhookUrl),
  );
  await inTransaction(platform.db, scope, async (tx) => {
    if (problem === null) await markCallsTested(tx, scope, recordID);
    if (problem !== "addressNotPublic" && before !== webhookUrl)
      await recordChange(tx, actor, {
        module: "setting",
        action: "edited",
        subject: { type: "lineChannel", id: recordID, name: channel.name },
        before: { webhookUrl: before },
        after: { webhookUrl },
      });
  });
  return { webhookUrl, problem, detail, active };
}

async function asked(ask: () => Promise<LineWebhookState>): Promise<LineWebhookState> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new AppError("CHAT_VERIFICATION_FAILED", {}, { details: { reason: error.error.reason }, cause: error });
  }
}
