import type { Settings } from "#platform/config/settings";

export const timeoutMs = 20_000;

export interface VolcengineConfig {
  apiUrl: string;
  loginUrl: string;
  appId: string;
  appSecret: string;
}

export type VolcengineSettings = Pick<
  Settings,
  "VOLCENGINE_API_URL" | "VOLCENGINE_LOGIN_URL" | "VOLCENGINE_APP_ID" | "VOLCENGINE_APP_SECRET"
>;

/** The installation's app at Ocean Engine's open platform; null if it has none. */
export function volcengineConfig(settings: VolcengineSettings): VolcengineConfig | null {
  const { VOLCENGINE_API_URL, VOLCENGINE_LOGIN_URL, VOLCENGINE_APP_ID, VOLCENGINE_APP_SECRET } = settings;
  if (!VOLCENGINE_APP_ID || !VOLCENGINE_APP_SECRET) return null;
  const bare = (url: string) => url.replace(/\/+$/, "");
  return {
    apiUrl: bare(VOLCENGINE_API_URL),
    loginUrl: bare(VOLCENGINE_LOGIN_URL),
    appId: VOLCENGINE_APP_ID,
    appSecret: VOLCENGINE_APP_SECRET,
  };
}
