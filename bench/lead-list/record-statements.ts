import { appendFileSync } from "node:fs";
import type pg from "pg";
import { PreparingClient } from "../../apps/server/src/platform/db/prepared-client.ts";

/**
 * Loaded into the product's server before anything else (`--import`): writes each statement that it sends to the database to
 * the file that RECORD_STATEMENTS names. Only the pool for calls is recorded, not the background loops.
 */
const file = process.env["RECORD_STATEMENTS"];
if (!file) throw new Error("RECORD_STATEMENTS is not set");

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
const clients = PreparingClient.prototype as unknown as { query: Query };
const { query } = clients;
clients.query = function record(...args) {
  const [text, given] = args;
  const values = Array.isArray(given) ? given : [];
  const { application_name } = (this as unknown as { connectionParameters: pg.ClientConfig }).connectionParameters;
  if (application_name === "homeroom" && typeof text === "string") {
    appendFileSync(file, `${JSON.stringify({ text, values })}\n`);
  }
  return query.apply(this, args);
};
