import type { Pool, QueryResult } from "pg";

/** The statement of the socket adapter; anything else goes through as it is. */
const notify = "SELECT pg_notify($1, $2)";

const mostTogether = 500;

interface Waiting {
  values: readonly string[];
  sent(result: QueryResult): void;
  failed(reason: unknown): void;
}

/**
 * Has a pool send the socket adapter's notifications together: those that are asked for while others are on their way
 * follow in one statement, in their order. At some hundred messages a second it is the round trips that count. Of
 * notifications that say the same, PostgreSQL delivers one.
 */
export function notifyTogether(pool: Pool): Pool {
  const query = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<QueryResult>;
  const waiting: Waiting[] = [];
  let sending = false;

  async function send(): Promise<void> {
    sending = true;
    while (waiting.length > 0) {
      const some = waiting.splice(0, mostTogether);
      try {
        const columns = [0, 1].map((place) => some.map(({ values }) => values[place]));
        const result = await query(
          `select pg_notify(channel, payload)
           from unnest($1::text[], $2::text[]) with ordinality as told(channel, payload, place) order by place`,
          columns,
        );
        for (const { sent } of some) sent(result);
      } catch (error) {
        for (const { failed } of some) failed(error);
      }
    }
    sending = false;
  }

  return Object.assign(pool, {
    query(text: string, values?: string[]) {
      if (text !== notify || !values) return query(text, values);
      const told = new Promise<QueryResult>((sent, failed) => waiting.push({ values, sent, failed }));
      if (!sending) void send();
      return told;
    },
  });
}
