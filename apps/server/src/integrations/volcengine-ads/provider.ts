import { AdPlatformFailure, type VolcengineGrant, type VolcengineProvider } from "#modules/advertising/port";
import { numberOf, textOf } from "#platform/calls/read-json";
import { callOcean } from "./client.ts";
import { type VolcengineConfig, type VolcengineSettings, volcengineConfig } from "./config.ts";
import { adAccounts, adItems } from "./items.ts";
import { reportIdOf, reportRows } from "./reports.ts";

/** Volcengine's advertising with the installation's app (settings VOLCENGINE_*); null if it has none. */
export function volcengineProvider(settings: VolcengineSettings): VolcengineProvider | null {
  const config = volcengineConfig(settings);
  return config && providerOf(config);
}

function providerOf(config: VolcengineConfig): VolcengineProvider {
  const { appId, appSecret } = config;
  return {
    signInUrl(state, returnUrl) {
      const asked = new URLSearchParams({ app_id: appId, state, material_auth: "1", redirect_uri: returnUrl });
      return `${config.loginUrl}/audit/oauth.html?${asked.toString()}`;
    },
    grantOf: (code) =>
      grantFrom(config, "access_token", { app_id: appId, secret: appSecret, grant_type: "auth_code", auth_code: code }),
    renewed: (refreshToken) =>
      grantFrom(config, "refresh_token", {
        app_id: appId,
        secret: appSecret,
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      }),
    adAccounts: (token) => adAccounts(config, token),
    adItems: (token, accountId) => adItems(config, token, accountId),
    // Reports are returned at once: the id contains the query.
    startReport: async (_token, accountId, range) => ({ reportId: reportIdOf(accountId, range), restMs: 0 }),
    reportState: async () => ({ state: "done", restMs: 0 }),
    reportRows: (token, reportId, level) => reportRows(config, { token, reportId, level }),
  };
}

async function grantFrom(
  config: VolcengineConfig,
  call: "access_token" | "refresh_token",
  body: Record<string, string>,
): Promise<VolcengineGrant> {
  const data = await callOcean(config, { path: `oauth2/${call}/`, body });
  const [token, refreshToken] = [textOf(data["access_token"]), textOf(data["refresh_token"])];
  if (!token || !refreshToken) throw new AdPlatformFailure("unavailable", "The answer has no keys");
  const endOf = (name: string, otherwise: number) => new Date(Date.now() + (numberOf(data[name]) ?? otherwise) * 1000);
  return {
    token,
    tokenEndsAt: endOf("expires_in", 86_400),
    refreshToken,
    endsAt: endOf("refresh_token_expires_in", 30 * 86_400),
  };
}
