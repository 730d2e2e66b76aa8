import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelTable } from "@homeroom/database/inbox-tables";
import type { Selectable } from "kysely";
import { fileById } from "#modules/files/public";
import { fewAtOnce } from "#platform/db/few-at-once";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { openChannel } from "../../channels/queries/channels.ts";
import { type Inbox, providerOf, type ReadyTemplate } from "../../inbox.ts";
import { type InboundChannel, type MessagingProvider, ProviderFailure, type SentMessage } from "../../port.ts";
import type { Outgoing } from "../writes/claim-message.ts";
import { outboundMessage } from "../writes/outbound-message.ts";
import { recordAccepted } from "../writes/record-attempt.ts";
import { type AcceptedBroadcast, recordBroadcasts } from "../writes/record-broadcasts.ts";
import { inboundChannel, recordFailed } from "./send-outgoing.ts";

/** Sends messages of plans to their providers. */
export interface BroadcastSender {
  /** Sends the messages claimed by `claimBroadcasts` after its transaction is committed, and stores the outcomes together. */
  send(scope: Scope, outgoing: readonly Outgoing[]): Promise<void>;
  /** Runs a transaction of broadcasts in a free slot: only a few run at a time, so that people's requests are not held up. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The provider's id of a template's picture, uploaded once for many messages; null if there is none, or not now. */
  picture(scope: Scope, channel: Selectable<ChannelTable>, template: ReadyTemplate): Promise<string | null>;
}

const transactionsAtOnce = 2;
/**
 * How long outcomes wait before they are stored: most messages get "sent" or "delivered" before, which is more and is written
 * with their ids. For a few messages they are stored at once.
 */
const settleEveryMs = 800;
const few = 25;

/** WhatsApp keeps uploads for 30 days. */
const pictureGoodForMs = 24 * 3_600_000;

export function createBroadcastSender(platform: Platform, providers: readonly MessagingProvider[]): BroadcastSender {
  const inbox: Inbox = { platform, providers: new Map(providers.map((provider) => [provider.kind, provider])) };
  const inTurn = fewAtOnce(transactionsAtOnce);
  const pictures = new Map<string, { mediaId: string; until: number }>();
  return {
    inTurn,
    async send(scope, outgoing) {
      const failures = await sendTogether(inbox, scope, { outgoing, inTurn });
      // The provider may have lost the picture: the next messages upload it again.
      if (failures > 0) pictures.clear();
    },
    async picture(scope, channel, { pictureFileId: fileId }) {
      if (!fileId) return null;
      const key = `${channel.channel_id} ${fileId}`;
      const known = pictures.get(key);
      if (known && known.until > Date.now()) return known.mediaId;
      const file = await inTransaction(platform.db, scope, (tx) => fileById(tx, scope, fileId));
      if (!file?.storage_key) return null;
      const { content_type: contentType, name: fileName } = file;
      try {
        const { mediaId } = await platform.files.withPath(file.storage_key, (path) =>
          providerOf(inbox, channel.kind).uploadMedia(openChannel(platform.secrets, channel), {
            ...{ path, contentType, fileName },
          }),
        );
        pictures.set(key, { mediaId, until: Date.now() + pictureGoodForMs });
        return mediaId;
      } catch (error) {
        if (error instanceof ProviderFailure) return null;
        throw error;
      }
    },
  };
}

interface SendResult {
  one: Outgoing;
  outcome: SentMessage | { error: unknown };
}

/**
 * Sends them all at once and stores the outcomes in groups, so that a slow answer does not delay the others. Returns how many the
 * provider did not accept.
 */
async function sendTogether(
  inbox: Inbox,
  scope: Scope,
  { outgoing, inTurn }: Pick<BroadcastSender, "inTurn"> & { outgoing: readonly Outgoing[] },
): Promise<number> {
  const [first] = outgoing;
  if (!first) return 0;
  const provider = providerOf(inbox, first.channel.kind);
  const access = openChannel(inbox.platform.secrets, first.channel);
  let finished: SendResult[] = [];
  const attempts = outgoing.map(async (one) => {
    const sent = outboundMessage(inbox, one).then((message) => provider.send(access, message));
    const outcome = await sent.catch((error: unknown) => ({ error }));
    finished.push({ one, outcome });
  });
  let isOver = false;
  const all = Promise.all(attempts).then(() => {
    isOver = true;
  });
  const refused: { one: Outgoing; error: unknown }[] = [];
  while (!isOver || finished.length > 0) {
    await (outgoing.length < few ? Promise.race([all, sleep(settleEveryMs)]) : sleep(settleEveryMs));
    const group = finished;
    finished = [];
    refused.push(...group.flatMap(({ one, outcome }) => ("error" in outcome ? [{ one, error: outcome.error }] : [])));
    const accepted = group.flatMap(({ one, outcome }) =>
      "error" in outcome ? [] : [{ message: one.message, providerMessageId: outcome.providerMessageId }],
    );
    await recordTogether(inbox, scope, { channel: inboundChannel(first.channel), accepted, inTurn });
  }
  for (const { one, error } of refused)
    if (error instanceof ProviderFailure) await recordFailed(inbox, scope, { ...one, failure: error });
  const fault = refused.find(({ error }) => !(error instanceof ProviderFailure));
  if (fault) throw fault.error;
  return refused.length;
}

async function recordTogether(
  { platform: { db } }: Inbox,
  scope: Scope,
  about: { channel: InboundChannel; accepted: readonly AcceptedBroadcast[] } & Pick<BroadcastSender, "inTurn">,
): Promise<void> {
  const { channel, accepted, inTurn } = about;
  if (accepted.length === 0) return;
  const left = await inTurn(() => recordBroadcasts(db, scope, { channel, accepted }));
  for (const { message, providerMessageId } of left)
    await recordAccepted(db, scope, { message, channel, sent: { providerMessageId } });
}
