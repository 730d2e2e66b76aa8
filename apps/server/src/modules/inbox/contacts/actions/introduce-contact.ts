import type { FileId } from "@homeroom/contract/ids";
import { removeFilesByIds } from "#modules/files/public";
import { introduceLead } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { channelById, openChannel } from "../../channels/queries/channels.ts";
import {
  changeConversation,
  lockConversation,
  publishConversationChange,
} from "../../conversations/writes/change-conversation.ts";
import { type Inbox, providerOf } from "../../inbox.ts";
import { ProviderFailure } from "../../port.ts";
import { isPassing, mayAskForProfile, nameOfId } from "../../rules.ts";
import { contactIfThere } from "../queries/contacts.ts";
import { storeProviderPicture } from "./store-provider-picture.ts";

/** An unreadable profile is requested again daily, for this long after the person's last message. */
const askForMs = 30 * 86_400_000;
const askAgainMs = 86_400_000;

/**
 * Asks a provider for the name and picture of a person known only by an id, for contact and lead. Idempotent. Returns when
 * to ask again if the provider does not show them now; null otherwise.
 */
export async function introduceContact(inbox: Inbox, scope: Scope, contactId: string): Promise<Date | null> {
  const { db, secrets } = inbox.platform;
  const found = await inTransaction(db, scope, async (tx) => {
    const contact = await contactIfThere(tx, scope, contactId);
    const channel = contact && (await channelById(tx, scope.organizationId, contact.channel_id));
    return contact?.provider_user_id && mayAskForProfile(contact, new Date()) && channel
      ? { userId: contact.provider_user_id, since: contact.last_inbound_at ?? contact.created_at, channel }
      : null;
  });
  const provider = found && providerOf(inbox, found.channel.kind);
  if (!found || !provider?.fetchProfile) return null;
  const again = Date.now() - found.since.getTime() < askForMs ? new Date(Date.now() + askAgainMs) : null;
  try {
    const profile = await provider.fetchProfile(openChannel(secrets, found.channel), found.userId);
    const picture = profile?.pictureAddress
      ? await storeProviderPicture(inbox.platform, scope, provider, profile.pictureAddress)
      : null;
    const name = profile?.name ?? "";
    const { kind } = found.channel;
    const introduction = { contactId, name, picture, kind };
    const isUsed = await inTransaction(db, scope, (tx) => keepIntroduction(tx, scope, introduction));
    if (picture && !isUsed) await removeFilesByIds(inbox.platform, scope, [picture]);
    return name === "" ? again : null;
  } catch (error) {
    // Without a usable token no call is possible. Sending through the channel detects and reports that.
    if (!(error instanceof ProviderFailure) || isPassing(error.error.class)) throw error;
    return again;
  }
}

/** Returns whether the picture is used. */
async function keepIntroduction(
  tx: Tx,
  scope: Scope,
  {
    contactId,
    name,
    picture,
    kind,
  }: { contactId: string; name: string; picture: FileId | null; kind: "whatsapp" | "line" },
): Promise<boolean> {
  const contact = await tx
    .updateTable("channel_contact")
    .set({ profile_asked_at: new Date(), ...(name !== "" && { profile_name: name }) })
    .where("organization_id", "=", scope.organizationId)
    .where("contact_id", "=", contactId)
    .where("profile_name", "=", "")
    .returningAll()
    .executeTakeFirst();
  if (!contact || name === "") return false;
  const isUsed = await introduceLead(tx, scope, {
    leadId: contact.lead_id,
    nickname: name,
    placeholder: nameOfId(kind, contact.provider_user_id ?? undefined),
    lineUserId: contact.provider_user_id ?? "",
    avatarFileId: picture,
  });
  const conversation = await lockConversation(tx, scope.organizationId, { leadId: contact.lead_id });
  if (conversation) await publishConversationChange(tx, await changeConversation(tx, conversation, {}), null);
  return isUsed;
}
