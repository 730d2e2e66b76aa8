import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import pg from "pg";
import { readStatements, type Statement } from "./recorded.ts";

/**
 * The reference: Fastify and pg with nothing between them, answering the same requests with the very statements that
 * the product sent for them, in their order, and with the same fields of the leads.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
const recorded = JSON.parse(readFileSync(process.env["RECORDED"] ?? "", "utf8")) as Record<string, string>;
const statementsOf = new Map(Object.entries(recorded).map(([body, lines]) => [body, readStatements(lines)]));
const fields = [
  ...["lead_id", "branch_id", "nickname", "fullname", "ename", "area_code", "phone", "email", "channel_id"],
  ...["secondary_channel_id", "sales_id", "tutor_id", "tag_ids", "status_id", "result_id", "lead_type", "gpt_status"],
  ...["app_open", "revisit_count", "lead_date", "last_contact_at", "next_contact_date", "created_at", "updated_at"],
];

const app = fastify();
app.post("/list", async (request) => {
  const statements = statementsOf.get(JSON.stringify(request.body));
  if (!statements) throw new Error("This request was not recorded");
  const leads = await run(statements);
  const list = leads.map((lead) => Object.fromEntries(fields.map((field) => [field, lead[field]])));
  return { success: true, resultData: { list } };
});
await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
process.on("SIGTERM", () => process.exit(0));

async function run(statements: readonly Statement[]): Promise<Record<string, unknown>[]> {
  const client = await pool.connect();
  try {
    let leads: Record<string, unknown>[] = [];
    for (const { text, values } of statements) {
      // Several statements in one text give several results, none of which are the leads.
      const { rows = [] } = (await client.query(text, values)) as Partial<pg.QueryResult<Record<string, unknown>>>;
      if (rows[0] && "sort_text" in rows[0]) leads = rows.slice(0, 50);
    }
    return leads;
  } finally {
    client.release();
  }
}
