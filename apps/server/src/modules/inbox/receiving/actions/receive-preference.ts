import type { Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import { learnAbout, lockKnownContact, personKeys } from "../../contacts/writes/recognise-contact.ts";
import type { InboundPreference } from "../../port.ts";
import { lockPerson } from "../../sending/writes/lock-provider-id.ts";
import { keepEarlyEvent, personEventKey } from "../writes/early-events.ts";

/** The customer stopped or resumed marketing messages. Of somebody unknown it is kept until they are known. */
export async function receivePreference(tx: Tx, channel: InboundChannel, preference: InboundPreference): Promise<void> {
  const keys = personKeys(preference.from);
  const [key] = keys;
  if (key === undefined) return;
  await lockPerson(tx, channel.channelId, keys);
  const found = await lockKnownContact(tx, channel, preference.from);
  if (!found) return keepEarlyEvent(tx, channel, { key: personEventKey(key), event: preference });
  const contact = await learnAbout(tx, found, preference.from);
  const saidAt = contact.marketing_said_at;
  // An older word than the one we know changes nothing. Of two in the same second the one that stops holds.
  if (
    saidAt &&
    (preference.at < saidAt || (preference.at.getTime() === saidAt.getTime() && preference.marketing === "resume"))
  )
    return;
  await tx
    .updateTable("channel_contact")
    .set({
      marketing_stopped_at: preference.marketing === "stop" ? preference.at : null,
      marketing_said_at: preference.at,
      marketing_words: "",
    })
    .where("organization_id", "=", contact.organization_id)
    .where("contact_id", "=", contact.contact_id)
    .execute();
}
