import { passwordReset } from "@homeroom/contract/password-reset";
import { codeLimits, signInLimits } from "#modules/sign-in/public";
import type { Binder } from "#platform/http/bind";
import type { Platform, ServerModule } from "#platform/server-module";
import { resetPassword, resetPlaceLimit } from "./actions/reset-password.ts";
import { sendResetCode } from "./actions/send-reset-code.ts";

/** The forgotten password: a code by mail, and a new password with it. */
export function passwordResetModule(platform: Platform): ServerModule {
  return { name: "password-reset", routes: (bind) => bindPasswordResetRoutes(bind, platform) };
}

function bindPasswordResetRoutes(bind: Binder, platform: Platform): void {
  const codes = codeLimits(platform);
  const limits = { place: resetPlaceLimit(platform), signIn: signInLimits(platform) };
  bind(passwordReset.sendCode, (form, call) => sendResetCode(platform, codes, form, call));
  bind(passwordReset.reset, (form, { ip }) => resetPassword(platform, limits, form, ip));
}
