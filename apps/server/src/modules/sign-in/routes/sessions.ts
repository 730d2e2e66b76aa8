import { sessions } from "@homeroom/contract/sessions";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { endOtherSessions, endOwnSession } from "../actions/end-own-sessions.ts";
import { presentSessions } from "../present.ts";
import { usableSessionsOf } from "../queries/sessions.ts";

export function bindSessionRoutes(bind: Binder, { db }: Platform): void {
  bind(sessions.list, async (_, { actor }) => {
    const scope = sharedScope(actor);
    const own = await inTransaction(db, scope, (tx) => usableSessionsOf(tx, scope, actor.accountId));
    return presentSessions(own, actor.sessionId);
  });
  bind(sessions.end, async ({ recordID }, { actor }) => {
    await endOwnSession(db, actor, recordID);
    return null;
  });
  bind(sessions.endOthers, async (_, { actor }) => ({ ended: await endOtherSessions(db, actor) }));
}
