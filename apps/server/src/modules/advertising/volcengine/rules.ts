import type { Settings } from "#platform/config/settings";
import type { Platform } from "#platform/server-module";
import type { VolcengineGrant } from "../port.ts";
import { orRefusal } from "../rules/refusal.ts";

/** Runs calls to Volcengine; turns its failures into refusals with a reason. */
export function asVolcengineRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  return orRefusal(work, { passing: "VOLCENGINE_UNAVAILABLE", lasting: "VOLCENGINE_REFUSED" });
}

/** The return address after signing in: the screen of the campaigns. It is configured in the app at the open platform. */
export function returnUrlOf({ PUBLIC_URL, HOST, PORT }: Pick<Settings, "PUBLIC_URL" | "HOST" | "PORT">): string {
  return new URL("/advert/volcengine", PUBLIC_URL ?? `http://${HOST}:${PORT}`).href;
}

/** A pair of keys as it is stored. */
export function sealGrant(secrets: Platform["secrets"], { token, refreshToken, tokenEndsAt, endsAt }: VolcengineGrant) {
  return {
    secrets: secrets.seal({ token, refreshToken }),
    token_ends_at: tokenEndsAt,
    ends_at: endsAt,
    renewing_until: null,
  };
}
