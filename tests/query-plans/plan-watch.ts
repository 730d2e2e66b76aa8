import { connectDatabase, type DatabaseConnection } from "@homeroom/server/platform/db/database";
import type { TestDatabase } from "@homeroom/server/platform/db/for-tests";
import { createLog } from "@homeroom/server/platform/log/log";
import { z } from "zod";

/** One table access of a statement that the server sent. */
export interface Access {
  statement: string;
  node: string;
  table: string;
  /** Rows that were read, whether they were used or not. */
  rowsRead: number;
}

export interface PlanWatch extends DatabaseConnection {
  /** The table accesses of all statements since the last call. */
  take(): Promise<Access[]>;
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}
const Explained = z.object({ "Query Text": z.string(), Plan: z.custom<PlanNode>((plan) => typeof plan === "object") });

/** A connection as the application's role whose plans PostgreSQL itself reports as they are executed (auto_explain). */
export async function watchPlans(base: TestDatabase): Promise<PlanWatch> {
  const role = new URL(base.access.sessionUrl).username;
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
    "auto_explain.log_nested_statements": "on",
    client_min_messages: "notice",
    plan_cache_mode: "force_generic_plan",
  };
  for (const [name, value] of Object.entries(settings))
    await base.superuser.query(`alter role ${role} set ${name} = '${value}'`);
  const size = 2;
  // Not through a pooler, whose connections began before these settings.
  const { sessionUrl } = base.access;
  const direct = { applicationUrl: sessionUrl, sessionUrl };
  const connection = connectDatabase(direct, { size }, createLog("silent", "test"));
  let seen: Access[] = [];
  connection.pool.on("connect", (client) =>
    client.on("notice", ({ message = "" }) => {
      if (!message.includes("plan:")) return;
      const { "Query Text": statement, Plan } = Explained.parse(JSON.parse(message.slice(message.indexOf("{"))));
      seen.push(...accesses(statement, Plan));
    }),
  );
  return {
    ...connection,
    async take() {
      // The last plan of a transaction is reported at its end, which a reading call does not wait for.
      await Promise.all(Array.from({ length: size }, () => connection.pool.query("select 1")));
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}

function accesses(statement: string, node: PlanNode): Access[] {
  const below = (node.Plans ?? []).flatMap((one) => accesses(statement, one));
  const table = node["Relation Name"];
  // A write node reads nothing itself; the nodes below it find its rows.
  if (!table || node["Node Type"] === "ModifyTable") return below;
  const rows =
    node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return [{ statement, node: node["Node Type"], table, rowsRead: rows * node["Actual Loops"] }, ...below];
}
