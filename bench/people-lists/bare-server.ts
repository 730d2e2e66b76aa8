import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import pg from "pg";
import { readStatements, type Statement } from "../lead-list/recorded.ts";

/**
 * The reference: Fastify and pg with nothing between them, answering a call with the very statements that the product
 * sent for it, in their order, and with the rows of the longest result.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
const recorded = JSON.parse(readFileSync(process.env["RECORDED"] ?? "", "utf8")) as Record<string, string>;
const statementsOf = new Map(Object.entries(recorded).map(([call, lines]) => [call, readStatements(lines)]));

const app = fastify();
app.post("/call", async (request) => {
  const statements = statementsOf.get(JSON.stringify(request.body));
  if (!statements) throw new Error("This call was not recorded");
  return { success: true, resultData: { list: await maxResultLength(statements) } };
});
await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
process.on("SIGTERM", () => process.exit(0));

async function maxResultLength(statements: readonly Statement[]): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    let longest: unknown[] = [];
    for (const { text, values } of statements) {
      // Several statements in one text give several results, none of which is a list.
      const { rows = [] } = (await client.query(text, values)) as Partial<pg.QueryResult<Record<string, unknown>>>;
      if (rows.length > longest.length) longest = rows;
    }
    return longest;
  } finally {
    client.release();
  }
}
