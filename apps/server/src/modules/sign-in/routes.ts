import { login } from "@homeroom/contract/login";
import type { Binder } from "#platform/http/bind";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { issueCaptcha } from "./actions/issue-captcha.ts";
import { logOn, signInLimits } from "./actions/log-on.ts";
import { logOut } from "./actions/log-out.ts";

/** `told` keeps the answers of captchas where a test may ask for them. */
export function bindSignInRoutes(bind: Binder, platform: Platform, told: Map<string, string> | null): void {
  const limits = signInLimits(platform);
  const pictures = createRateLimit(platform, { name: "captcha", points: 60, seconds: 60 });

  bind(login.logOn, (form, { ip, header }) =>
    logOn(platform, limits, form, { ip, userAgent: header("user-agent") ?? "" }),
  );
  bind(login.logOut, async (_, call) => {
    await logOut(platform.db, call.actor);
    return null;
  });
  bind(login.captcha, async (_, call) => {
    // Nothing to type off: the page then asks for nothing.
    if (platform.settings.LOGIN_CAPTCHA === "off") return { token: "", image: "" };
    await pictures.take(call.ip);
    const { token, image, answer } = await issueCaptcha(platform.db);
    told?.set(token, answer);
    return { token, image };
  });
}
