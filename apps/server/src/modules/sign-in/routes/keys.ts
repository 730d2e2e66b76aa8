import { autoLogin } from "@homeroom/contract/auto-login";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { autoLogOn } from "../actions/auto-log-on.ts";
import { issueKey } from "../actions/issue-key.ts";
import type { SignInLimits } from "../actions/log-on.ts";
import { revokeKey } from "../actions/revoke-key.ts";
import { requireOwner } from "../policy.ts";
import { presentKey } from "../present.ts";
import { keysOf, peopleToSignIn } from "../queries/keys.ts";

export function bindKeyRoutes(bind: Binder, { db }: Platform, limits: SignInLimits): void {
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
      const people = await peopleToSignIn(tx, scope, keywords);
      return people.map(({ accountId, nickname, email }) => ({ value: accountId, label: nickname, email }));
    });
  });
  bind(autoLogin.add, (form, { actor }) => issueKey(db, actor, form));
  bind(autoLogin.revoke, async ({ recordID }, { actor }) => {
    await revokeKey(db, actor, recordID);
    return null;
  });
}
