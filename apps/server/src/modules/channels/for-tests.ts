import { ProviderFailure } from "#modules/inbox/public";
import type { LineAccount, LineAccounts, LineKeys } from "./port.ts";

/** A fake LINE for tests of its settings: refuses tokens that contain `bad`. */
export const testLineAccounts: LineAccounts = {
  async inspect({ channelId, accessToken }: LineKeys): Promise<LineAccount> {
    if (accessToken === "" || accessToken.includes("bad"))
      throw new ProviderFailure({
        class: "reauthorise",
        code: "http-401",
        reason: "tokenExpired",
        detail: "",
        stops: "channel",
      });
    return {
      channelId: channelId || "2000000009",
      userId: `U${"1".repeat(32)}`,
      basicId: "@tested",
      displayName: "測試帳號",
      pictureAddress: null,
    };
  },
  connectWebhook: async () => ({ before: "", problem: null, detail: "", active: true }),
};
