import type { LineAccount, LineAccounts, LineKeys } from "#modules/channels/port";
import { type ChannelAccess, ProviderFailure } from "#modules/inbox/port";
import { textOf } from "#platform/calls/read-json";
import { askWithForm, callLine } from "./client.ts";
import { type LineConfig, lineConfig } from "./config.ts";
import { LineRefusal } from "./failures.ts";
import { connectWebhook } from "./webhook-address.ts";

/** LINE's calls for the settings of LINE channels. */
export function lineAccounts(apiUrl: string, dataApiUrl: string): LineAccounts {
  const config = lineConfig(apiUrl, dataApiUrl);
  return {
    inspect: (keys) => inspect(config, keys),
    connectWebhook: (channel, address) => connectWebhook(config, channel, address),
  };
}

/**
 * Checks that the keys belong to the same channel: the token is valid and of that channel id, and, if a secret is given,
 * it is that channel's secret. Returns their account. Throws ProviderFailure.
 */
async function inspect(config: LineConfig, keys: LineKeys): Promise<LineAccount> {
  const access: ChannelAccess = {
    externalId: keys.channelId,
    settings: {},
    secrets: { accessToken: keys.accessToken },
  };
  const account = await callLine(config, access, { method: "GET", path: "/v2/bot/info", repeatable: true });
  const token = await askForm(config, "/v2/oauth/verify", { access_token: keys.accessToken }, "tokenExpired");
  if (keys.channelId !== "" && textOf(token["client_id"]) !== keys.channelId) throw wrong("tokenOfOtherChannel");
  if (keys.channelSecret !== undefined)
    await askForm(
      config,
      "/oauth2/v3/token",
      { grant_type: "client_credentials", client_id: keys.channelId, client_secret: keys.channelSecret },
      "secretWrong",
    );
  return {
    channelId: textOf(token["client_id"]) ?? keys.channelId,
    userId: textOf(account["userId"]) ?? "",
    basicId: textOf(account["basicId"]) ?? "",
    displayName: textOf(account["displayName"]) ?? "",
    pictureAddress: textOf(account["pictureUrl"]) ?? null,
  };
}

/** These endpoints answer 400 for unknown keys. An outage of LINE is still an outage. */
async function askForm(
  config: LineConfig,
  path: string,
  form: Readonly<Record<string, string>>,
  meaning: "tokenExpired" | "secretWrong",
) {
  try {
    return await askWithForm(config, path, form);
  } catch (error) {
    if (error instanceof LineRefusal && [400, 401, 403].includes(error.said.httpStatus)) throw wrong(meaning);
    throw error;
  }
}

function wrong(reason: "tokenOfOtherChannel" | "tokenExpired" | "secretWrong"): ProviderFailure {
  return new ProviderFailure({ class: "reauthorise", code: "", reason, detail: "", stops: "channel" });
}
