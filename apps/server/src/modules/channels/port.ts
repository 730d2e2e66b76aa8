import type { NumberStanding, TestedField, TestedValue } from "@homeroom/contract/channels";
import type { ChannelId } from "@homeroom/contract/ids";
import type { LineWebhookProblem } from "@homeroom/contract/line";
import type { ChannelAccess, MessagingProvider } from "#modules/inbox/public";

/** The path below our address to which a provider sends a channel's events. */
export type Callbacks = (kind: MessagingProvider["kind"], channelId: ChannelId) => string;

/** The credentials of a WhatsApp number; empty: not given. */
export type WhatsappValues = Readonly<Record<TestedField, string>>;

/** A number as WhatsApp sees it. */
export interface NumberFacts extends Omit<NumberStanding, "checkedAt"> {
  displayPhone: string;
  /** The business portfolio, whose numbers share their limits. */
  portfolioId?: string;
  /** WhatsApp's level of accepted messages a second: STANDARD or HIGH. */
  throughput?: string;
}

/** The calls that setting up a number needs. */
export interface WhatsappAccounts {
  /** Tests each value separately and never throws: a value that could not be tested is not `ok`. */
  check(values: WhatsappValues): Promise<{ fields: TestedValue[]; number: NumberFacts | null }>;
  /** Subscribes us to the business account's events. Throws ProviderFailure. */
  subscribe(channel: ChannelAccess): Promise<void>;
  /** The number's present state. Throws ProviderFailure. */
  numberFacts(channel: ChannelAccess): Promise<NumberFacts>;
}

/** The credentials of a LINE channel. Without a secret, the secret is not checked. */
export interface LineKeys {
  /** Empty: the channel that the token belongs to. */
  channelId: string;
  channelSecret?: string;
  accessToken: string;
}

/** The account that the keys belong to, as LINE shows it. */
export interface LineAccount {
  channelId: string;
  /** LINE's id of the account itself, which its deliveries name as their destination. */
  userId: string;
  /** Its official id: `@` and letters. */
  basicId: string;
  displayName: string;
  pictureAddress: string | null;
}

/** LINE's report on its webhook address. */
export interface LineWebhookState {
  /** LINE's previous webhook address; empty: none. */
  before: string;
  problem: LineWebhookProblem | null;
  detail: string;
  /** Whether webhooks are on: a switch in LINE's console. */
  active: boolean;
}

/** Checks keys at LINE. Throws ProviderFailure with the reason if they do not match. */
export interface LineAccounts {
  inspect(keys: LineKeys): Promise<LineAccount>;
  /** Sets LINE's webhook address, and has LINE test it. */
  connectWebhook(channel: ChannelAccess, address: string): Promise<LineWebhookState>;
}
