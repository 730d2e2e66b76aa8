import type { LineLogin } from "#modules/landing-pages/port";
import { textOf } from "#platform/calls/read-json";
import { askWithForm } from "./client.ts";
import { lineConfig } from "./config.ts";
import { LineRefusal } from "./failures.ts";

/** LINE's sign-in at the origin of its API, the setting LINE_API_URL. A profile that a page claims to have is not trusted. */
export function lineLogin(apiUrl: string): LineLogin {
  const config = lineConfig(apiUrl, apiUrl);
  return {
    async userOf(token, loginChannel) {
      if (token === "") return null;
      try {
        const said = await askWithForm(config, "/oauth2/v2.1/verify", { id_token: token, client_id: loginChannel });
        const userId = textOf(said["sub"]) ?? "";
        return /^U[0-9a-f]{32}$/.test(userId) ? userId : null;
      } catch (error) {
        if (error instanceof LineRefusal && error.said.httpStatus === 400) return null;
        throw error;
      }
    },
  };
}
