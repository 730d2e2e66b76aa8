import type { Schema } from "@homeroom/database/schema";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Scope } from "./scope.ts";

export type Database = Kysely<Schema>;

declare const scoped: unique symbol;

/** A transaction whose rows are limited by row-level security to its scope's organisation. */
export type Tx = Transaction<Schema> & { readonly [scoped]: "organization" };

/** A transaction of work that has no organisation yet: sign-in, webhook intake, the outbox relay. */
export type SystemTx = Transaction<Schema> & { readonly [scoped]: "system" };

/**
 * Runs `work` in one transaction of the scope's organisation: all of it is committed, or none. No network call belongs
 * inside. Throws what `work` throws, after rolling back.
 */
export function inTransaction<Result>(db: Database, scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('app.organization_id', ${scope.organizationId}, true)`.execute(transaction);
    return work(transaction as Tx);
  });
}

/** Runs `work` in one transaction that reaches only the tables opened to the system (see database/row-security.ts). */
export function inSystemTransaction<Result>(db: Database, work: (tx: SystemTx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('app.system', 'on', true)`.execute(transaction);
    return work(transaction as SystemTx);
  });
}
