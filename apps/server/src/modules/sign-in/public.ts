import type { Actor } from "#platform/auth/actor";
import type { Database } from "#platform/db/transaction";
import type { Platform, ServerModule } from "#platform/server-module";
import { type ActorCache, actorOfToken } from "./queries/accounts.ts";
import { publishRightsChange, publishSessionEnd } from "./reactions.ts";
import { bindSignInRoutes } from "./routes/all-sign-in.ts";

export { type PasswordCheck, type PasswordQuestion, passwordCheck } from "./actions/check-password.ts";
export {
  endAccess,
  endSession,
  endSessionsAt,
  endSessionsOf,
  forgetSessions,
  rightsChanged,
  stepDemandChanged,
} from "./actions/end-sessions.ts";
export { lockRights, withRightsLock } from "./actions/lock-rights.ts";
export { type SignInLimits, signInLimits } from "./actions/log-on.ts";
export {
  type CodeLimits,
  codeLimits,
  countCodeRequest,
  expireSeconds,
  mailCode,
  resendSeconds,
} from "./actions/mail-code.ts";
export { openSession } from "./actions/open-session.ts";
export { forgetSecondStep, renewRecoveryCodes, takeAppCode, takeSecondStep } from "./actions/second-step.ts";
export { checkCode, spendCode } from "./actions/spend-code.ts";
export { viewSessionAs } from "./actions/switch-branch.ts";
export {
  accountByEmail,
  accountsNamed,
  currentActor,
  currentActorAnywhere,
  recoveryCodesLeft,
  type SignInAccount,
  storedActor,
  viewersOf,
} from "./queries/accounts.ts";
export { endedTokens, isNewSession } from "./queries/sessions.ts";
export { newPlaceSeen, rightsChangedEvent, sessionEnded } from "./reactions.ts";
export { requireOpen } from "./rules/accounts.ts";
export type { Origin } from "./rules/networks.ts";
export { newStepKey } from "./rules/second-step.ts";

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/**
 * The actor of a token, looked up at every request, so that signing out, disabling an account, switching off a role or
 * closing an organisation applies from the next request on. Null if the token has no open session. Extends the session,
 * unless the request is not made by a person.
 */
export function authenticator(db: Database): (token: string, isUse?: boolean) => Promise<Actor | null> {
  const known: ActorCache = { permissions: new Map(), actors: new Map() };
  return async (token, isUse = true) => (tokenShape.test(token) ? actorOfToken(db, { token, isUse }, known) : null);
}

/** The same for a socket, which does not extend the session: a browser reconnects by itself, for days. */
export function socketAuthenticator(db: Database): (token: string) => Promise<Actor | null> {
  const authenticate = authenticator(db);
  return (token) => authenticate(token, false);
}

/** Captcha, signing in and out. */
export function signInModule(platform: Platform): ServerModule {
  const hooked = platform.settings.CAPTCHA_TEST_HOOK === "on" && !platform.settings.serving;
  const told = hooked ? new Map<string, string>() : null;
  return {
    name: "sign-in",
    routes: (bind) => bindSignInRoutes(bind, platform, told),
    reactions: [publishSessionEnd, publishRightsChange],
    ...(told && {
      // For browser tests, which cannot read pictures. Never in production, where the setting is refused.
      callbacks: async (app) => {
        app.get<{ Querystring: { token?: string } }>("/api_sso/Login/TestCaptchaAnswer", async (request) => ({
          answer: told.get(request.query.token ?? "") ?? null,
        }));
      },
    }),
  };
}
