/** A WhatsApp number in the sandbox, and where its webhooks go. */
export interface ChannelSettings {
  phoneNumberId: string;
  /** For display, for example "+852 5800 0001". */
  displayPhoneNumber: string;
  businessAccountId: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  webhookUrl: string;
  /** The business's name on the phone. */
  name?: string;
  /** The app that issued the token; without it, any app with the correct secret is accepted. */
  appId?: string;
  catalogueId?: string;
}

export type Quality = "GREEN" | "YELLOW" | "RED";

export interface Channel extends ChannelSettings {
  name: string;
  /** The first token has expired; the new one stays valid. */
  tokenExpired: boolean;
  newToken: string;
  quality: Quality;
  limit: string;
}

export interface Channels {
  readonly all: readonly Channel[];
  byPhoneNumberId(id: string): Channel | undefined;
  byToken(token: string): Channel[];
  byAccount(businessAccountId: string): Channel[];
  /** The named channel, or the first if none is named. */
  pick(phoneNumberId: string | undefined): Channel | undefined;
}

export function createChannels(settings: readonly ChannelSettings[]): Channels {
  const all: Channel[] = settings.map((one) => ({
    ...one,
    name: one.name ?? "Homeroom",
    tokenExpired: false,
    newToken: `${one.accessToken}-new`,
    quality: "GREEN",
    limit: "TIER_2K",
  }));
  const byId = new Map(all.map((channel) => [channel.phoneNumberId, channel]));
  return {
    all,
    byPhoneNumberId: (id) => byId.get(id),
    byToken: (token) => all.filter((channel) => channel.accessToken === token || channel.newToken === token),
    byAccount: (id) => all.filter((channel) => channel.businessAccountId === id),
    pick: (id) => (id === undefined ? all[0] : byId.get(id)),
  };
}

/** Meta puts the business's number into webhooks as digits only. */
export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, "");
}
