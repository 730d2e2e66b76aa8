import type { NumberStanding, TestedField, TestedValue } from "@homeroom/contract/channels";
import type { ChannelId } from "@homeroom/contract/ids";
import type { LineWebhookProblem } from "@homeroom/contract/line";
import type { ChannelAccess, MessagingProvider } from "#modules/inbox/public";

/** The path below our address at which a provider is to tell us what happens in a channel. */
export type Callbacks = (kind: MessagingProvider["kind"], channelId: ChannelId) => string;

/** What a WhatsApp number is connected with; empty: not given. */
export type WhatsappValues = Readonly<Record<TestedField, string>>;

/** A number as WhatsApp sees it. */
export interface NumberFacts extends Omit<NumberStanding, "checkedAt"> {
  displayPhone: string;
  /** The business portfolio, the numbers of which share their limits. */
  portfolioId?: string;
  /** WhatsApp's level of how many messages a second it takes: STANDARD or HIGH. */
  throughput?: string;
}

/** What we need of WhatsApp to set a number up. */
export interface WhatsappAccounts {
  /** Tries each value by itself, all of them, and never throws: what could not be tried is not `ok`. */
  check(values: WhatsappValues): Promise<{ fields: TestedValue[]; number: NumberFacts | null }>;
  /** Has the business account's news sent to us. Throws ProviderFailure. */
  subscribe(channel: ChannelAccess): Promise<void>;
  /** How the number stands now. Throws ProviderFailure. */
  numberFacts(channel: ChannelAccess): Promise<NumberFacts>;
}

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

/** What LINE says of the address that it calls. */
export interface LineWebhookState {
  /** Where LINE called before; empty: nowhere. */
  before: string;
  problem: LineWebhookProblem | null;
  detail: string;
  /** Whether LINE calls at all: a switch in its console. */
  active: boolean;
}

/** What the settings ask LINE. Throws ProviderFailure with the reason for which the keys do not fit. */
export interface LineAccounts {
  inspect(keys: LineKeys): Promise<LineAccount>;
  /** Has LINE call an address from now on, and try it. */
  connectWebhook(channel: ChannelAccess, address: string): Promise<LineWebhookState>;
}
