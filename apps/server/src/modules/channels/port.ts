import type { ChannelId } from "@homeroom/contract/ids";
import type { MessagingProvider } from "#modules/inbox/public";

/** The path below our address at which a provider is to tell us what happens in a channel. */
export type Callbacks = (kind: MessagingProvider["kind"], channelId: ChannelId) => string;

/** What opens a LINE channel. Without a secret that one is not looked at. */
export interface LineKeys {
  /** Empty: whichever the token belongs to. */
  channelId: string;
  channelSecret?: string;
  accessToken: string;
}

/** The account that keys open, as LINE shows it. */
export interface LineAccount {
  channelId: string;
  /** LINE's id of the account itself, which its deliveries name as their destination. */
  userId: string;
  /** Its official id: `@` and letters. */
  basicId: string;
  displayName: string;
  pictureAddress: string | null;
}

/** What the settings ask LINE. Throws ProviderFailure with the reason for which the keys do not fit. */
export interface LineAccounts {
  inspect(keys: LineKeys): Promise<LineAccount>;
}
