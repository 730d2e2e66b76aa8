import type { ChannelId } from "@homeroom/contract/ids";
import type { MessagingProvider } from "#modules/inbox/public";

/** The path below our address at which a provider is to tell us what happens in a channel. */
export type Callbacks = (kind: MessagingProvider["kind"], channelId: ChannelId) => string;
