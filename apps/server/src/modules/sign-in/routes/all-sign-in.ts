import { autoLogin, type KeyRow } from "@homeroom/contract/auto-login";
import type { AccountId } from "@homeroom/contract/ids";
import { login } from "@homeroom/contract/login";
import { type SessionRow, sessions } from "@homeroom/contract/sessions";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder, CallContext } from "#platform/http/bind";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { autoLogOn } from "../actions/auto-log-on.ts";
import { passwordCheck } from "../actions/check-password.ts";
import { endOtherSessions, endOwnSession, logOut } from "../actions/end-own-sessions.ts";
import { firstLogOn, sendFirstCode } from "../actions/first-log-on.ts";
import { issueCaptcha } from "../actions/issue-captcha.ts";
import { logOn, type SignInLimits, signInLimits } from "../actions/log-on.ts";
import { logOnSecondStep } from "../actions/log-on-second-step.ts";
import { issueKey, revokeKey } from "../actions/sign-in-keys.ts";
import { switchBranch } from "../actions/switch-branch.ts";
import { requireOwner } from "../policy.ts";
import { type FoundKey, keysOf, peopleToSignIn } from "../queries/keys.ts";
import { type OwnSession, usableSessionsOf } from "../queries/sessions.ts";
import { deviceOf } from "../rules/devices.ts";

/** `told` stores the answers of captchas for tests. */
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
  bind(login.logOut, (_, call) => logOut(platform.db, call.actor));
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
    // No captcha: the page then does not ask for one.
    if (platform.settings.LOGIN_CAPTCHA === "off") return { token: "", image: "" };
    await pictures.take(call.ip);
    const { token, image, answer } = await issueCaptcha(platform.db);
    told?.set(token, answer);
    return { token, image };
  });
}

function bindKeyRoutes(bind: Binder, { db }: Platform, limits: SignInLimits): void {
  bind(autoLogin.logOn, (form, { ip, header }) =>
    autoLogOn(db, limits, form, { ip, userAgent: header("user-agent") ?? "" }),
  );
  bind(autoLogin.list, ({ pageNum, pageSize }, { actor }) => {
    requireOwner(actor);
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const { keys, total } = await keysOf(tx, scope, { pageNum, pageSize });
      const now = new Date();
      return { list: keys.map((key) => presentKey(key, now)), total, pageNum, pageSize };
    });
  });
  bind(autoLogin.accounts, ({ keywords }, { actor }) => {
    requireOwner(actor);
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const people = await peopleToSignIn(tx, scope, { keywords, withPlatform: actor.isPlatform });
      return people.map(({ accountId, nickname, email }) => ({ value: accountId, label: nickname, email }));
    });
  });
  bind(autoLogin.add, (form, { actor }) => issueKey(db, actor, form));
  bind(autoLogin.revoke, ({ recordID }, { actor }) => revokeKey(db, actor, recordID));
}

function bindSessionRoutes(bind: Binder, { db }: Platform): void {
  bind(sessions.list, async (_, { actor }) => {
    const scope = sharedScope(actor);
    const own = await inTransaction(db, scope, (tx) => usableSessionsOf(tx, scope, actor.accountId));
    return presentSessions(own, actor.sessionId);
  });
  bind(sessions.end, ({ recordID }, { actor }) => endOwnSession(db, actor, recordID));
  bind(sessions.endOthers, async (_, { actor }) => ({ ended: await endOtherSessions(db, actor) }));
}

/** The actor's own sessions, the current one first. */
function presentSessions(sessions: readonly OwnSession[], currentId: string): SessionRow[] {
  const rows = sessions.map((session) => ({
    recordID: session.sessionId,
    ...deviceOf(session.userAgent),
    address: session.address,
    branchName: session.branchName,
    signInTime: session.createdAt.toISOString(),
    lastUsedTime: session.seenAt.toISOString(),
    isCurrent: session.sessionId === currentId,
  }));
  return [...rows.filter((row) => row.isCurrent), ...rows.filter((row) => !row.isCurrent)];
}

/** A key and its state. */
function presentKey(key: FoundKey, now: Date): KeyRow {
  return {
    recordID: key.keyId,
    account: { accountID: key.accountId, nickname: key.nickname },
    creator: { accountID: key.creatorId, nickname: key.creatorName },
    createTime: key.createdAt.toISOString(),
    expireTime: key.expiresAt.toISOString(),
    status: statusOf(key, now),
    usedTime: key.usedAt?.toISOString() ?? null,
    usedAddress: key.usedAddress,
  };
}

function statusOf({ usedAt, revokedAt, expiresAt }: FoundKey, now: Date): KeyRow["status"] {
  if (usedAt) return "used";
  if (revokedAt) return "revoked";
  return expiresAt <= now ? "expired" : "open";
}
