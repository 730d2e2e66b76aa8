import type { VolcengineSetting } from "@homeroom/contract/volcengine";
import type { VolcengineConnection } from "./queries.ts";

/** The connection without keys. */
export function presentVolcengine(
  connection: VolcengineConnection | undefined,
  may: Pick<VolcengineSetting, "available" | "mayConnect">,
  now = new Date(),
): VolcengineSetting {
  if (!connection) return { ...may, connection: null };
  const { refused_at: refused, ends_at: ends, connected_at: connected } = connection;
  const state = refused ? "refused" : ends <= now ? "expired" : "ok";
  return { ...may, connection: { state, connectedAt: connected.toISOString(), expiresAt: ends.toISOString() } };
}
