import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { connectionOf } from "../../meta/queries.ts";
import type { FetchedPlatforms, MetaProvider, VolcengineProvider } from "../../port.ts";
import { volcengineToken } from "../../volcengine/writes/renew-token.ts";

/** The platforms on which this installation has an app, with the keys of each organisation. */
export function fetchedPlatforms(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  { meta, volcengine }: { meta: MetaProvider | null; volcengine: VolcengineProvider | null },
): FetchedPlatforms {
  return {
    meta: meta && {
      provider: meta,
      async tokenOf(scope) {
        const connection = await inTransaction(db, scope, (tx) => connectionOf(tx, scope));
        return connection && secrets.open(connection.secrets)["token"];
      },
    },
    volcengine: volcengine && {
      provider: volcengine,
      tokenOf: (scope) => volcengineToken({ db, secrets }, volcengine, scope),
    },
  };
}
