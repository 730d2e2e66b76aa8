import type { Settings } from "#platform/config/settings";

/** The version of the Graph API that all calls name. */
export const graphVersion = "v25.0";

export const timeoutMs = 20_000;

/** The permissions needed to read leads and figures. */
export const neededScopes = [
  "leads_retrieval",
  "pages_show_list",
  "pages_read_engagement",
  "pages_manage_metadata",
  "pages_manage_ads",
  "ads_read",
] as const;

export interface MetaConfig {
  apiUrl: string;
  loginUrl: string;
  appId: string;
  appSecret: string;
  verifyToken: string;
}

/** The installation's app at Meta; null if it has none. */
export function metaConfig(settings: MetaSettings): MetaConfig | null {
  const { META_API_URL, META_LOGIN_URL, META_APP_ID, META_APP_SECRET, META_VERIFY_TOKEN } = settings;
  if (!META_APP_ID || !META_APP_SECRET) return null;
  const bare = (url: string) => url.replace(/\/+$/, "");
  return {
    apiUrl: bare(META_API_URL),
    loginUrl: bare(META_LOGIN_URL),
    appId: META_APP_ID,
    appSecret: META_APP_SECRET,
    verifyToken: META_VERIFY_TOKEN ?? "",
  };
}

export type MetaSettings = Pick<
  Settings,
  "META_API_URL" | "META_LOGIN_URL" | "META_APP_ID" | "META_APP_SECRET" | "META_VERIFY_TOKEN"
>;
