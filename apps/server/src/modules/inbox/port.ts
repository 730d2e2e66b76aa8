import type { Readable } from "node:stream";
import type { FailureReason } from "@homeroom/contract/failure-reasons";
import type { BranchId, ChannelId, OrganizationId } from "@homeroom/contract/ids";
import type { RejectReason } from "@homeroom/contract/message-templates";
import type { StoredAccountState } from "@homeroom/database/inbox-tables";
import type { Tx } from "#platform/db/transaction";

/**
 * The kinds of messages. `unsupported` keeps the provider's own type in its details, so that staff see that
 * something arrived. `system` is an event from the provider about the customer: it opens no reply window and is not unread.
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

/** A person as a provider identifies them. At least one of `userId` and `phone` is present. */
export interface ProviderPerson {
  /** The provider's stable id: WhatsApp BSUID, LINE user id. */
  userId?: string;
  /** E.164 digits without the plus (WhatsApp wa_id). */
  phone?: string;
  name?: string;
  username?: string;
}

/** A file at the provider; fetch it with `downloadMedia`. */
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

/** One message from a customer, in a provider-neutral form. */
export interface InboundMessage {
  type: "message";
  providerMessageId: string;
  from: ProviderPerson;
  sentAt: Date;
  kind: MessageKind;
  /** The readable text: body, caption, title of a pressed button, emoji of a reaction, name of a place. */
  text: string;
  media?: ProviderMedia;
  /** Other values, by kind: {latitude, longitude, name, address}, {contacts}, {emoji, targetId}, {payload}, {items}, … */
  details: Record<string, unknown>;
  /** Provider id of the message that this one quotes. */
  quotedId?: string;
  forwarded?: boolean;
  /** Written in a group, so not part of this person's conversation with us. */
  groupId?: string;
  referral?: AdReferral;
  /** An answer with this token is free; valid for about a minute and one answer. */
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

/** Something that a person did at the provider other than sending a message: shown as a line, if they are known. */
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

/** The customer's number or id changed. */
export interface InboundIdentityChange {
  type: "identity";
  from: ProviderPerson;
  to: ProviderPerson;
  at: Date;
}

/** A notice about the channel itself (quality, template review, restriction): stored, and handled by the modules concerned. */
export interface InboundNotice {
  type: "notice";
  field: string;
  summary: string;
  /** The parsed content, for notices that a module handles. */
  news?: ChannelNews;
}

/** A provider's notice about a channel or its business account. */
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
  /** In the provider's own form. */
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
  /** The reason for staff: the key of a text in the web app. */
  reason: FailureReason;
  /** The provider's message, for the log and the details; never contains a token. */
  detail: string;
  /** Earliest next attempt, in milliseconds from now, if the provider or its rules demand one. */
  retryAfterMs?: number;
  /**
   * The scope of the failure: this message, everything to this recipient, or the whole channel. With `retryAfterMs` it lasts for
   * that time; without it a channel stays stopped until a person acts.
   */
  stops: "message" | "recipient" | "channel";
}

/** Thrown by every failed call of a provider. `unsure` is true if the provider may have acted anyway. */
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

/** A channel's settings with its secrets opened; kept only for one call. */
export interface ChannelAccess {
  /** WhatsApp phone_number_id, LINE channel id. */
  externalId: string;
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
}

/** A button below a message: pressing it sends `value` in the customer's name, or opens it as a page. */
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
      /** Signed addresses of the file and of a preview image, for providers that fetch files themselves. */
      address?: string;
      previewAddress?: string;
      contentType?: string;
      durationMs?: number;
    }
  | { kind: "location"; latitude: number; longitude: number; name: string; address: string }
  | { kind: "interactive"; text: string; buttons: readonly OutboundButton[] }
  | {
      kind: "products";
      /** The text above them; may be empty. */
      text: string;
      /** The title of a list of them. */
      heading: string;
      /** The catalogue that contains them, if the provider shows them from one. */
      catalogueId: string;
      products: readonly OutboundProduct[];
    }
  | { kind: "template"; name: string; language: string; components: unknown[] };

export interface OutboundProduct {
  retailerId: string;
  name: string;
  description: string;
  /** In the form that customers read: HK$1,200. */
  price: string;
  /** Its page; empty if there is none. */
  url: string;
  /** Signed address of its picture. */
  picture: string | null;
}

export interface OutboundMessage {
  /** Our message id. It is sent to the provider, so that a lost answer can be matched later. */
  id: string;
  to: ProviderPerson;
  content: OutboundContent;
  /** Provider id of the message to quote. */
  quotedId?: string;
  /** What LINE needs instead of that id. */
  quotedToken?: string;
}

/** The provider's ids of an accepted message. */
export interface SentMessage {
  providerMessageId: string;
  /** What LINE needs to quote that message later; absent for kinds that cannot be quoted. */
  quoteToken?: string;
}

/** A person's profile at the provider. */
export interface ProviderProfile {
  name: string;
  /** The address of their picture at the provider. */
  pictureAddress?: string;
}

/** The quota of this month. */
export interface ProviderQuota {
  /** null: unlimited. */
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

/** A webhook call that named no channel of ours, unchanged. */
export interface UnclaimedDelivery {
  rawBody: Buffer;
  signature: string;
  receivedAt: Date;
}

/** What the inbox needs from a provider. Implemented in integrations, registered in app.ts. All calls throw ProviderFailure. */
export interface MessagingProvider {
  readonly kind: "whatsapp" | "line";
  /** Path below our address at which the provider's webhook calls us for this channel. */
  callbackPath(channelId: ChannelId): string;
  /** Sends one message; resolves with the provider's id once the provider has accepted it. */
  send(channel: ChannelAccess, message: OutboundMessage): Promise<SentMessage>;
  /**
   * Sends up to five messages as the answer to an event, for providers with a separate call for it; resolves with their
   * ids, in order. `spent`: the token is no longer valid, and nothing was sent.
   */
  reply?(
    channel: ChannelAccess,
    answer: { token: string; messages: readonly OutboundMessage[] },
  ): Promise<readonly SentMessage[] | "spent">;
  /** Uploads a file to the provider; resolves with its media id there. */
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
   * Puts an emoji on a message of the customer, or removes it if empty; resolves with the provider's id of the reaction, by
   * which a status may later report a failure. Absent if the provider has no reactions.
   */
  react?(
    channel: ChannelAccess,
    reaction: { to: ProviderPerson; targetId: string; emoji: string },
  ): Promise<{ providerMessageId: string | null }>;
  /** Shows the customer that we have read up to this message. `readToken` came with it, if the provider uses one. */
  markRead(channel: ChannelAccess, providerMessageId: string, readToken?: string): Promise<void>;
  /** The events in a stored delivery's payload. Unknown fields and types never throw: they become `unsupported` or `notice`. */
  parse(payload: unknown): InboundEvent[];
  /**
   * The events of a delivery that came before the channel was connected, in their order; null if the channel's secret did
   * not sign it.
   */
  verifyUnclaimed(channel: ChannelAccess, delivery: UnclaimedDelivery): { eventId: string; payload: unknown }[] | null;
  /** Requests a person's name and picture; null if they do not let us see them. */
  fetchProfile?(channel: ChannelAccess, userId: string): Promise<ProviderProfile | null>;
  /** Opens a profile's picture. */
  downloadPicture?(address: string): Promise<{ stream: Readable; contentType: string; size: number }>;
  /** The channel's quota of this month. */
  quota?(channel: ChannelAccess): Promise<ProviderQuota>;
}
