import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { knownMigrations } from "#platform/db/migrate";
import type { Database } from "#platform/db/transaction";

/**
 * `/health` (and `/api_basic/Health`): 200 when this process can serve, that is, it reaches the database and every
 * migration that the code knows is in place, and live updates work; otherwise 503 with the reason. While stopping it is 503, so that a load
 * balancer turns away.
 */
export function registerHealth(
  app: FastifyInstance,
  parts: { db: Database; isStopping: () => boolean; hasLiveUpdates: () => boolean },
): void {
  let migrated = false;
  const check = async (): Promise<string | null> => {
    if (parts.isStopping()) return "stopping";
    try {
      if (migrated) {
        await sql`select 1`.execute(parts.db);
        return parts.hasLiveUpdates() ? null : "live updates interrupted";
      }
      const done = await sql<{ name: string }>`select name from kysely_migration`.execute(parts.db);
      const names = new Set(done.rows.map((row) => row.name));
      migrated = (await knownMigrations()).every((name) => names.has(name));
      if (!migrated) return "migrations missing";
      return parts.hasLiveUpdates() ? null : "live updates interrupted";
    } catch {
      return "database not reached";
    }
  };
  for (const path of ["/health", "/api_basic/Health"]) {
    app.get(path, async (_request, reply) => {
      const problem = await check();
      return reply
        .code(problem ? 503 : 200)
        .header("cache-control", "no-store")
        .send({ status: problem ? "unavailable" : "ok", ...(problem && { problem }) });
    });
  }
}
