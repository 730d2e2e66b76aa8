import type { AccountId } from "@homeroom/contract/ids";
import { login } from "@homeroom/contract/login";
import type { Actor } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";
import type { Binder, CallContext } from "#platform/http/bind";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { passwordCheck } from "../actions/check-password.ts";
import { firstLogOn, sendFirstCode } from "../actions/first-log-on.ts";
import { issueCaptcha } from "../actions/issue-captcha.ts";
import { logOn, signInLimits } from "../actions/log-on.ts";
import { logOnSecondStep } from "../actions/log-on-second-step.ts";
import { logOut } from "../actions/log-out.ts";
import { switchBranch } from "../actions/switch-branch.ts";
import { bindKeyRoutes } from "./keys.ts";
import { bindSessionRoutes } from "./sessions.ts";

/** `told` keeps the answers of captchas where a test may ask for them. */
export function bindSignInRoutes(bind: Binder, platform: Platform, told: Map<string, string> | null): void {
  const limits = signInLimits(platform);
  const checkPassword = passwordCheck(platform);
  const pictures = createRateLimit(platform, { name: "captcha", points: 60, seconds: 60 });

  bind(login.logOn, (form, { ip, header }) =>
    logOn(platform, limits, form, { ip, userAgent: header("user-agent") ?? "" }),
  );
  bind(login.twoStepLogOn, (form, { ip, header }) =>
    logOnSecondStep(platform, limits, form, { ip, userAgent: header("user-agent") ?? "" }),
  );
  bind(login.firstLogOn, (form, { ip, header }) =>
    firstLogOn(platform, form, { ip, userAgent: header("user-agent") ?? "" }),
  );
  bind(login.sendFirstCode, (form, { ip }) => sendFirstCode(platform, limits.codes, form, ip));
  bindSessionRoutes(bind, platform);
  bindKeyRoutes(bind, platform, limits);
  bind(login.logOut, async (_, call) => {
    await logOut(platform.db, call.actor);
    return null;
  });
  const origin = ({ ip, header }: Pick<CallContext, "ip" | "header">) => ({
    ip,
    userAgent: header("user-agent") ?? "",
  });
  bind(login.switchBranch, (form, call) =>
    switchBranch(platform.db, call.actor, { checkPassword, form, origin: origin(call) }),
  );
  const checkOwn = async (actor: Actor, asked: { AccountID: AccountId; Password: string }) => {
    if (asked.AccountID !== actor.accountId) throw new AppError("NOT_FOUND");
    await checkPassword(actor, { password: asked.Password, refusal: "BRANCH_WRONG_PASSWORD", field: "Password" });
    return { valid: true as const };
  };
  bind(login.checkBranchPassword, (asked, { actor }) => checkOwn(actor, asked));
  bind(login.checkBranchPasswordPosted, (asked, { actor }) => checkOwn(actor, asked));
  bind(login.captcha, async (_, call) => {
    // Nothing to type off: the page then asks for nothing.
    if (platform.settings.LOGIN_CAPTCHA === "off") return { token: "", image: "" };
    await pictures.take(call.ip);
    const { token, image, answer } = await issueCaptcha(platform.db);
    told?.set(token, answer);
    return { token, image };
  });
}
