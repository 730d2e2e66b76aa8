import type { Schema } from "@homeroom/database/schema";
import type { Kysely, Transaction } from "kysely";
import { openingWith } from "./opening.ts";
import type { Scope } from "./scope.ts";

export type Database = Kysely<Schema>;

declare const scoped: unique symbol;

/** A transaction whose rows are limited by row-level security to its scope's organisation. */
export type Tx = Transaction<Schema> & { readonly [scoped]: "organization" };

/** A transaction of work that has no organisation yet: sign-in, webhook intake, the outbox relay. */
export type SystemTx = Transaction<Schema> & { readonly [scoped]: "system" };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Runs `work` in one transaction of the scope's organisation: all of it is committed, or none. No network call belongs
 * inside. Throws what `work` throws, after rolling back.
 */
export function inTransaction<Result>(db: Database, scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const { organizationId } = scope;
  // It goes into the statement as it is.
  if (!uuid.test(organizationId)) throw new Error("A scope's organisation is a UUID");
  return openingWith(`select set_config('app.organization_id', '${organizationId}', true)`, () =>
    db.transaction().execute((transaction) => work(transaction as Tx)),
  );
}

/** Runs `work` in one transaction that reaches only the tables opened to the system (see database/row-security.ts). */
export function inSystemTransaction<Result>(db: Database, work: (tx: SystemTx) => Promise<Result>): Promise<Result> {
  return openingWith("select set_config('app.system', 'on', true)", () =>
    db.transaction().execute((transaction) => work(transaction as SystemTx)),
  );
}
