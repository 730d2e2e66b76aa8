import type { Readable } from "node:stream";
import type { FailureReason } from "@homeroom/contract/failure-reasons";
import type { BranchId, ChannelId, OrganizationId } from "@homeroom/contract/ids";
import type { RejectReason } from "@homeroom/contract/message-templates";
import type { StoredAccountState } from "@homeroom/database/inbox-tables";
import type { Tx } from "#platform/db/transaction";

/**
 * What a provider's message can be. `unsupported` keeps the provider's own type in its details, so that staff see that
 * something came. `system` is the provider speaking about the customer: it opens no reply window and is not unread.
 */
export type MessageKind =
  | "text"
  | "image"
  | "video"
  | "audio"
  | "document"
  | "sticker"
  | "location"
  | "contacts"
  | "reaction"
  | "button"
  | "interactive"
  | "order"
  | "system"
  | "template"
  | "unsupported";

/** A person as a provider names them. At least one of `userId` and `phone` is there. */
export interface ProviderPerson {
  /** The provider's stable id: WhatsApp BSUID, LINE user id. */
  userId?: string;
  /** E.164 digits without the plus (WhatsApp wa_id). */
  phone?: string;
  name?: string;
  username?: string;
}

/** A file that the provider keeps; it is fetched with `downloadMedia`. */
export interface ProviderMedia {
  mediaId: string;
  contentType: string;
  sha256?: string;
  fileName?: string;
  caption?: string;
  voice?: boolean;
  animated?: boolean;
}

export interface AdReferral {
  sourceType: string;
  sourceId?: string;
  sourceUrl?: string;
  headline?: string;
  body?: string;
  mediaType?: string;
  mediaUrl?: string;
  clickId?: string;
}

/** One message from a customer, in our words. */
export interface InboundMessage {
  type: "message";
  providerMessageId: string;
  from: ProviderPerson;
  sentAt: Date;
  kind: MessageKind;
  /** What can be read as text: body, caption, title of a pressed button, emoji of a reaction, name of a place. */
  text: string;
  media?: ProviderMedia;
  /** Everything else of the kind, by the kind: {latitude, longitude, name, address}, {contacts}, {emoji, targetId}, {payload}, {items}, … */
  details: Record<string, unknown>;
  /** Provider id of the message that this one quotes. */
  quotedId?: string;
  forwarded?: boolean;
  /** Written in a group: it is not part of this person's conversation with us. */
  groupId?: string;
  referral?: AdReferral;
  /** Answering with it within about a minute is free; good for one answer. */
  replyToken?: string;
}

/** Staff wrote to a customer in the provider's own app: `to` in place of `from`. */
export type SentElsewhere = Omit<InboundMessage, "type" | "from" | "groupId" | "referral" | "replyToken"> & {
  type: "sentElsewhere";
  to: ProviderPerson;
};

/** The person added us as a friend, or blocked us. */
export interface InboundRelation {
  type: "relation";
  relation: "follow" | "block";
  from: ProviderPerson;
  at: Date;
  /** The provider's id of the event. */
  eventId: string;
  replyToken?: string;
}

/** Something a person did at the provider that is no message to us: shown as a quiet line, if they are known. */
export interface InboundHappening {
  type: "happening";
  happening: "group_message" | "group_event" | "beacon" | "accountLink" | "other";
  /** The provider's own type of the event. */
  providerType: string;
  from: ProviderPerson;
  at: Date;
}

/** The customer changed or withdrew an earlier message. */
export interface InboundRevision {
  type: "revision";
  revision: "edit" | "revoke";
  from: ProviderPerson;
  originalId: string;
  text?: string;
  at: Date;
}

export type DeliveryStatus = "sent" | "delivered" | "read" | "played" | "failed";

/** The outcome of a message that we sent. */
export interface InboundStatus {
  type: "status";
  providerMessageId: string;
  status: DeliveryStatus;
  at: Date;
  /** Our message id, when the provider echoes it. */
  ourId?: string;
  /** Absent when the provider does not name them. */
  recipient?: ProviderPerson;
  error?: ProviderError;
  pricing?: { billable: boolean; category: string; type?: string };
}

/** The customer stopped or resumed marketing messages in the provider's own screens. */
export interface InboundPreference {
  type: "preference";
  from: ProviderPerson;
  marketing: "stop" | "resume";
  at: Date;
}

/** The customer's number or id became another. */
export interface InboundIdentityChange {
  type: "identity";
  from: ProviderPerson;
  to: ProviderPerson;
  at: Date;
}

/** News about the channel itself (quality, template review, restriction): kept, and acted on by the modules that it is for. */
export interface InboundNotice {
  type: "notice";
  field: string;
  summary: string;
  /** What it says, for those that somebody acts on. */
  news?: ChannelNews;
}

/** What a provider says about a channel or its business account. */
export type ChannelNews = TemplateReviewNews | TemplateCategoryNews | NumberNews | AccountNews;

/** The provider restricted, warned or reinstated the whole business account. */
export interface AccountNews extends Omit<StoredAccountState, "at"> {
  about: "account";
  /** When the provider said it, where it tells. */
  at?: string;
}

interface TemplateNews {
  templateId: string;
  name: string;
  language: string;
}

export interface TemplateReviewNews extends TemplateNews {
  about: "templateReview";
  status: "pending" | "approved" | "rejected" | "paused" | "disabled" | "gone";
  /** A key of the contract's `rejectReasons`. */
  reason?: RejectReason;
  /** The provider's own words. */
  detail: string;
  /** When the provider said it, where it tells. */
  at?: string;
}

export interface TemplateCategoryNews extends TemplateNews {
  about: "templateCategory";
  category: string;
}

export interface NumberNews {
  about: "number";
  /** As the provider writes it. */
  displayPhone: string;
  event: string;
  /** Empty if there is no text for it. */
  limit: string;
}

/** Handles a notice in the transaction that completes its delivery: no network calls. */
export type NoticeHandler = (tx: Tx, channel: InboundChannel, notice: InboundNotice) => Promise<void>;

type PersonalEvent = InboundPreference | InboundIdentityChange | InboundRelation | InboundHappening;
export type InboundEvent =
  | InboundMessage
  | SentElsewhere
  | InboundRevision
  | InboundStatus
  | PersonalEvent
  | InboundNotice;

/** How a provider's failure is handled; see the table in the integration's README. */
export type ErrorClass = "retryable" | "permanent" | "rate-limited" | "reauthorise";

/** A provider's failure, classified once, in its integration. */
export interface ProviderError {
  class: ErrorClass;
  /** The provider's own code, for example "131047". */
  code: string;
  /** Why, for staff: the key of a text in the web app. */
  reason: FailureReason;
  /** The provider's words, for the log and the details; never holds a token. */
  detail: string;
  /** Earliest next attempt, in milliseconds from now, when the provider or its rules say so. */
  retryAfterMs?: number;
  /**
   * What the failure stops: this message, everything to this recipient, or the whole channel. With `retryAfterMs` for
   * that time; a channel without it until a person acts.
   */
  stops: "message" | "recipient" | "channel";
}

/** Thrown by every call of a provider that did not succeed. `unsure` is true when the provider may have acted all the same. */
export class ProviderFailure extends Error {
  readonly error: ProviderError;
  readonly unsure: boolean;
  constructor(error: ProviderError, unsure = false) {
    super(`${error.reason} (${error.code})`);
    this.name = "ProviderFailure";
    this.error = error;
    this.unsure = unsure;
  }
}

/** A channel's settings with its secrets opened; lives only as long as one call. */
export interface ChannelAccess {
  /** WhatsApp phone_number_id, LINE channel id. */
  externalId: string;
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
}

/** A button below a message: pressing it says `value` in the customer's name, or opens it as a page. */
export interface OutboundButton {
  label: string;
  kind: "message" | "link";
  value: string;
}

export type OutboundContent =
  | { kind: "text"; text: string; previewUrl: boolean }
  | {
      kind: "image" | "video" | "audio" | "document" | "sticker";
      mediaId: string;
      caption?: string;
      fileName?: string;
      /** Signed addresses of the file and of a still of it, for providers that fetch files by themselves. */
      address?: string;
      previewAddress?: string;
      contentType?: string;
      durationMs?: number;
    }
  | { kind: "location"; latitude: number; longitude: number; name: string; address: string }
  | { kind: "interactive"; text: string; buttons: readonly OutboundButton[] }
  | {
      kind: "products";
      /** The words above them; may be empty. */
      text: string;
      /** What a list of them is called. */
      heading: string;
      /** The catalogue that has them, where the provider shows them from one. */
      catalogueId: string;
      products: readonly OutboundProduct[];
    }
  | { kind: "template"; name: string; language: string; components: unknown[] };

export interface OutboundProduct {
  retailerId: string;
  name: string;
  description: string;
  /** As a customer reads it: HK$1,200. */
  price: string;
  /** Its page; empty: there is none. */
  url: string;
  /** Signed address of its picture. */
  picture: string | null;
}

export interface OutboundMessage {
  /** Our message id; the provider is given it, so that an answer that we lost can be found again. */
  id: string;
  to: ProviderPerson;
  content: OutboundContent;
  /** Provider id of the message to quote. */
  quotedId?: string;
  /** What LINE wants instead of that id. */
  quotedToken?: string;
}

/** The provider's ids of an accepted message. */
export interface SentMessage {
  providerMessageId: string;
  /** What LINE wants when that message is quoted later; absent for kinds that cannot be quoted. */
  quoteToken?: string;
}

/** A person's profile at the provider. */
export interface ProviderProfile {
  name: string;
  /** Where their picture is, at the provider. */
  pictureAddress?: string;
}

/** What may still be sent this month. */
export interface ProviderQuota {
  /** null: as much as one likes. */
  limit: number | null;
  used: number;
}

/** The channel that an event came through. */
export interface InboundChannel {
  organizationId: OrganizationId;
  channelId: ChannelId;
  branchId: BranchId;
  kind: MessagingProvider["kind"];
}

/** A webhook call that named no channel of ours, as it came. */
export interface UnclaimedDelivery {
  rawBody: Buffer;
  signature: string;
  receivedAt: Date;
}

/** What the inbox needs of a messaging provider. Implemented in integrations, registered in app.ts. All calls throw ProviderFailure. */
export interface MessagingProvider {
  readonly kind: "whatsapp" | "line";
  /** Path below our address at which the provider tells us what happens in this channel. */
  callbackPath(channelId: ChannelId): string;
  /** Hands over one message; resolves with the provider's id of it once the provider has accepted it. */
  send(channel: ChannelAccess, message: OutboundMessage): Promise<SentMessage>;
  /**
   * Sends up to five messages as the answer to an event, where that is a way of its own; resolves with what they are
   * called, in their order. `spent`: the token is good no longer, and nothing was sent.
   */
  reply?(
    channel: ChannelAccess,
    answer: { token: string; messages: readonly OutboundMessage[] },
  ): Promise<readonly SentMessage[] | "spent">;
  /** Gives a file to the provider; resolves with its media id there. */
  uploadMedia(
    channel: ChannelAccess,
    file: { path: string; contentType: string; fileName: string },
  ): Promise<{ mediaId: string }>;
  /** Opens a file that a customer sent. */
  downloadMedia(
    channel: ChannelAccess,
    mediaId: string,
  ): Promise<{ stream: Readable; contentType: string; size: number }>;
  /**
   * Puts an emoji on a message of the customer, or takes it back when empty; resolves with the provider's id of that, by
   * which a status may say that it failed. Absent where a provider has no such thing.
   */
  react?(
    channel: ChannelAccess,
    reaction: { to: ProviderPerson; targetId: string; emoji: string },
  ): Promise<{ providerMessageId: string | null }>;
  /** Shows the customer that we have read up to this message. `readToken` came with it, where the provider gives one. */
  markRead(channel: ChannelAccess, providerMessageId: string, readToken?: string): Promise<void>;
  /** The events in one stored delivery's payload. Never throws for unknown fields or types: those come as `unsupported` or `notice`. */
  parse(payload: unknown): InboundEvent[];
  /**
   * The events of a delivery that came before the channel was connected, in their order; null if the channel's secret did
   * not sign it.
   */
  verifyUnclaimed(channel: ChannelAccess, delivery: UnclaimedDelivery): { eventId: string; payload: unknown }[] | null;
  /** Asks for somebody's name and picture; null when they do not let us see them. */
  fetchProfile?(channel: ChannelAccess, userId: string): Promise<ProviderProfile | null>;
  /** Opens a profile's picture. */
  downloadPicture?(address: string): Promise<{ stream: Readable; contentType: string; size: number }>;
  /** What the channel may send this month. */
  quota?(channel: ChannelAccess): Promise<ProviderQuota>;
}
