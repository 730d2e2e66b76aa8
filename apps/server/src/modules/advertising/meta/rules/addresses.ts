import type { Settings } from "#platform/config/settings";

export const metaCallbackPath = "/api_webhook/Meta/Callback";

/** The return address after signing in at Meta: the screen of Meta's settings. It is configured in the app at Meta. */
export function returnUrlOf({ PUBLIC_URL, HOST, PORT }: Pick<Settings, "PUBLIC_URL" | "HOST" | "PORT">): string {
  return new URL("/organization/facebook", PUBLIC_URL ?? `http://${HOST}:${PORT}`).href;
}
