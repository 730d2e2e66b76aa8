import { registration } from "@homeroom/contract/registration";
import { codeLimits } from "#modules/sign-in/public";
import type { Binder } from "#platform/http/bind";
import type { Platform, ServerModule } from "#platform/server-module";
import { registerLimit, registerOrganization, sendRegisterCode } from "./actions/register-organization.ts";

/** Registering an organisation: the code by mail, and the initial data of a new organisation. */
export function registrationModule(platform: Platform): ServerModule {
  return { name: "registration", routes: (bind) => bindRegistrationRoutes(bind, platform) };
}

function bindRegistrationRoutes(bind: Binder, platform: Platform): void {
  const codes = codeLimits(platform);
  const places = registerLimit(platform);
  bind(registration.sendCode, (form, call) => sendRegisterCode(platform, codes, form, call));
  bind(registration.register, (form, { ip, language, header }) =>
    registerOrganization(platform, places, form, { ip, language, userAgent: header("user-agent") ?? "" }),
  );
}
