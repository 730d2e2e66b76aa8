import { type VolcengineSetting, volcengine } from "@homeroom/contract/volcengine";
import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import type { VolcengineProvider } from "../port.ts";
import {
  connectVolcengine,
  disconnectVolcengine,
  reloadVolcengine,
  startVolcengineSignIn,
} from "./actions/connect-volcengine.ts";
import { type VolcengineConnection, volcengineConnection } from "./queries.ts";

/** `provider` is null where the installation has no app at Volcengine. */
export function bindVolcengineRoutes(bind: Binder, platform: Platform, provider: VolcengineProvider | null): void {
  const known = () => {
    if (!provider) throw new AppError("FEATURE_NOT_SET_UP");
    return provider;
  };
  bind(volcengine.setting, (_, { actor }) => {
    const scope = scopeOf(actor, "ad:volcengine:query");
    const mayConnect = can(actor, "ad:volcengine:edit") && scopeOf(actor, "ad:volcengine:edit").branchIds === null;
    return inTransaction(platform.db, scope, async (tx) =>
      presentVolcengine(await volcengineConnection(tx, scope), { available: provider !== null, mayConnect }),
    );
  });
  bind(volcengine.authUrl, async (_, { actor }) => ({ url: await startVolcengineSignIn(platform, known(), actor) }));
  bind(volcengine.connect, (form, { actor }) => connectVolcengine(platform, known(), { actor, form }));
  bind(volcengine.reload, (_, { actor }) => reloadVolcengine(platform, known(), actor));
  bind(volcengine.disconnect, (_, { actor }) => disconnectVolcengine(platform, actor));
}

/** The connection without keys. */
function presentVolcengine(
  connection: VolcengineConnection | undefined,
  may: Pick<VolcengineSetting, "available" | "mayConnect">,
  now = new Date(),
): VolcengineSetting {
  if (!connection) return { ...may, connection: null };
  const { refused_at: refused, ends_at: ends, connected_at: connected } = connection;
  const state = refused ? "refused" : ends <= now ? "expired" : "ok";
  return { ...may, connection: { state, connectedAt: connected.toISOString(), expiresAt: ends.toISOString() } };
}
