/** A LINE official account in the sandbox, and where its webhooks go. */
export interface LineAccountSettings {
  channelId: string;
  channelSecret: string;
  accessToken: string;
  /** The account's own id: `U` and 32 hexadecimal digits. */
  userId: string;
  basicId: string;
  displayName: string;
  webhookUrl: string;
  /** What the account's LIFF app opens; by default the product's path on the server of `webhookUrl`. */
  liffEndpoint?: string;
}

export interface LineAccount extends LineAccountSettings {
  tokenRevoked: boolean;
  /** "Use webhook" in the console. */
  webhookActive: boolean;
  /** Messages a month; null: unlimited. */
  quotaLimit: number | null;
  quotaUsed: number;
}

/** The account of the demo organisation. */
export const demoLineAccount: Omit<LineAccountSettings, "webhookUrl"> = {
  channelId: "2000000001",
  channelSecret: "demo-line-secret",
  accessToken: "demo-line-access-token",
  userId: `U${"0".repeat(22)}2000000001`,
  basicId: "@chenguang",
  displayName: "晨光文理補習班",
};

/** The demo account's LIFF app, in a LINE Login channel of the same provider. */
export const demoLiffId = "2000000009-DemoLiff";

/** The address that LINE opens for an account's LIFF app. */
export function liffEndpointOf({ channelId, webhookUrl, liffEndpoint }: LineAccountSettings): string {
  return liffEndpoint ?? new URL(`/p/-/line/${channelId}`, webhookUrl).href;
}

/** Where the demo account's webhooks go below the server's address. */
export function lineWebhookPath(channelId: string): string {
  return `/api_webhook/Line/Callback/${channelId}`;
}
