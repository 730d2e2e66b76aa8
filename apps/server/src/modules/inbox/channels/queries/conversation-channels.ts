import type { ChannelId, LeadId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { MessagingProvider } from "../../port.ts";
import { stoppedReason } from "./channels.ts";

/** A channel through which a lead can be reached. */
export interface ContactChannel {
  channel_id: ChannelId;
  kind: MessagingProvider["kind"];
  name: string;
  is_sandbox: boolean;
  contact_id: string;
  window_ends_at: Date | null;
  ad_window_ends_at: Date | null;
  blocked_at: Date | null;
  stopped_reason: string | null;
  reply_token: string | null;
  reply_token_at: Date | null;
  quota_limit: number | null;
  quota_used: number | null;
  quota_at: Date | null;
}

/** The channels in which the lead of a visible conversation is known, the one they last wrote through first. */
export function channelsOfLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<ContactChannel[]> {
  return tx
    .selectFrom("channel_contact as contact")
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.organization_id", "=", "contact.organization_id")
        .onRef("channel.channel_id", "=", "contact.channel_id"),
    )
    .select([
      "channel.channel_id",
      "channel.kind",
      "channel.name",
      "channel.is_sandbox",
      stoppedReason.as("stopped_reason"),
      "contact.contact_id",
      "contact.window_ends_at",
      "contact.ad_window_ends_at",
      "contact.blocked_at",
      "contact.reply_token",
      "contact.reply_token_at",
      "channel.quota_limit",
      "channel.quota_used",
      "channel.quota_at",
    ])
    .where("contact.organization_id", "=", scope.organizationId)
    .where("contact.lead_id", "=", leadId)
    .where("channel.status", "=", 1)
    .orderBy("contact.last_inbound_at", (by) => by.desc().nullsLast())
    .orderBy("contact.contact_id")
    .limit(50)
    .execute();
}
