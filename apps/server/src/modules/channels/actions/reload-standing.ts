import type { NumberStanding } from "@homeroom/contract/channels";
import type { ChannelId } from "@homeroom/contract/ids";
import { ProviderFailure, stopChannel, storeChannelFacts } from "#modules/inbox/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { WhatsappAccounts } from "../port.ts";
import { standingIn } from "../present/whatsapp.ts";
import { factsToKeep } from "../rules.ts";
import { keptNumber } from "./kept-number.ts";

/**
 * Asks WhatsApp how it sees a number, and keeps the answer. One whose token is refused is stopped, as if a message had
 * been; when WhatsApp cannot be asked now, what was known stays. Throws NOT_FOUND.
 */
export async function reloadStanding(
  { platform, accounts }: { platform: Platform; accounts: WhatsappAccounts },
  actor: Actor,
  channelId: ChannelId,
): Promise<NumberStanding | null> {
  requirePermission(actor, "org:whatsapp:query");
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
