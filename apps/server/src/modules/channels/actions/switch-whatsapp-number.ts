import { channels } from "@homeroom/contract/channels";
import type { ChannelId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { lockChannelInScope, setChannelStatus } from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** Switches a WhatsApp number on (1) or off (0); what waits to be sent fails while it is off. */
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
