import type { Schema } from "@homeroom/database/schema";
import type { Transaction } from "kysely";
import { isCollision, isStalePlan } from "./failures.ts";
import { forgetStatements } from "./prepared-client.ts";
import type { Scope } from "./scope.ts";
import type { ScopedDatabase } from "./scoped-database.ts";

export type Database = ScopedDatabase;

declare const scoped: unique symbol;

/** A transaction whose rows are limited by row-level security to its scope's organisation. */
export type Tx = Transaction<Schema> & { readonly [scoped]: "organization" };

/** A transaction of work that has no organisation yet: sign-in, webhook intake, the outbox relay. */
export type SystemTx = Transaction<Schema> & { readonly [scoped]: "system" };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Attempts before a deadlock is thrown as an error. */
const maxAttempts = 5;

/**
 * Runs `work` in one transaction of the scope's organisation: all of it is committed, or none. PostgreSQL ends one of
 * two transactions that wait for each other: `work` then runs again from the start, so it must not keep anything
 * outside the transaction, and no network call belongs inside. Throws what `work` throws, after rolling back.
 */
export function inTransaction<Result>(db: Database, scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return runUntilAlone(() => db.withSetting(settingOf(scope), (transaction) => work(transaction as Tx)));
}

/**
 * Like `inTransaction`, for read-only work: a statement that writes or locks is refused. It does not wait for the
 * transaction's end, which saves the caller a round trip.
 */
export function inReadOnlyTransaction<Result>(
  db: Database,
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return runUntilAlone(() => db.readingWithSetting(settingOf(scope), (transaction) => work(transaction as Tx)));
}

/**
 * Runs `work` in one transaction that reaches only the tables opened to the system (see database/row-security.ts); after
 * a deadlock it runs again, as in `inTransaction`.
 */
export function inSystemTransaction<Result>(db: Database, work: (tx: SystemTx) => Promise<Result>): Promise<Result> {
  return runUntilAlone(() => db.withSetting(systemSetting, (transaction) => work(transaction as SystemTx)));
}

/** `inSystemTransaction` for read-only work, like `inReadOnlyTransaction`. */
export function inReadOnlySystemTransaction<Result>(
  db: Database,
  work: (tx: SystemTx) => Promise<Result>,
): Promise<Result> {
  return runUntilAlone(() => db.readingWithSetting(systemSetting, (transaction) => work(transaction as SystemTx)));
}

function settingOf({ organizationId }: Scope) {
  // A UUID is safe to write into the statement.
  if (!uuid.test(organizationId)) throw new Error("A scope's organisation is a UUID");
  return { name: "app.organization_id", value: organizationId };
}

const systemSetting = { name: "app.system", value: "on" };

async function runUntilAlone<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run();
    } catch (error) {
      if (isStalePlan(error)) forgetStatements();
      else if (!isCollision(error)) throw error;
      if (runs === maxAttempts) throw error;
    }
  }
}
