import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { ProviderError } from "../port.ts";
import { stopsChannel } from "../rules.ts";
import type { Message } from "./change-conversation.ts";
import { stopChannel } from "./stop-channel.ts";

/** A failure may touch the contact and the channel, whose rows are locked before the conversation's. */
export async function lockWhatItStops(tx: Tx, message: Message, error: ProviderError): Promise<void> {
  await tx
    .selectFrom("channel_contact")
    .select("contact_id")
    .where("organization_id", "=", message.organization_id)
    .where("contact_id", "=", message.contact_id)
    .forNoKeyUpdate()
    .execute();
  if (!stopsChannel(error) && error.reason !== "quotaUsedUp") return;
  await tx
    .selectFrom("channel")
    .select("channel_id")
    .where("organization_id", "=", message.organization_id)
    .where("channel_id", "=", message.channel_id)
    .forNoKeyUpdate()
    .execute();
}

/** Keeps what a final failure says of the channel and the contact, beyond the message itself. */
export async function noteFailure(tx: Tx, message: Message, error: ProviderError): Promise<void> {
  if (stopsChannel(error)) {
    await stopChannel(tx, { organizationId: message.organization_id, channelId: message.channel_id }, error.reason);
  }
  if (error.reason === "quotaUsedUp") await noteQuotaUsedUp(tx, message);
  if (error.reason !== "notOnWhatsApp") return;
  // WhatsApp does not say that somebody blocked us, only that nothing reaches them. Of a person who has written to us
  // from WhatsApp it can mean little else. Their next message takes it back.
  await tx
    .updateTable("channel_contact")
    .set({ blocked_at: new Date() })
    .where("organization_id", "=", message.organization_id)
    .where("contact_id", "=", message.contact_id)
    .where("blocked_at", "is", null)
    .where("last_inbound_at", "is not", null)
    .execute();
}

/** Holds for the rest of the month, or until the quota is asked for and there is more of it. */
async function noteQuotaUsedUp(tx: Tx, { organization_id, channel_id }: Message): Promise<void> {
  await tx
    .updateTable("channel")
    .set({
      quota_limit: sql`coalesce(quota_limit, quota_used, 0)`,
      quota_used: sql`greatest(quota_used, quota_limit, 0)`,
      quota_at: new Date(),
    })
    .where("organization_id", "=", organization_id)
    .where("channel_id", "=", channel_id)
    .execute();
}
