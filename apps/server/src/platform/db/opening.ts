import { AsyncLocalStorage } from "node:async_hooks";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from "kysely";

const openings = new AsyncLocalStorage<string>();

/** Runs `work`, whose transaction begins with this statement: both go to the database in one message, not two. */
export function openingWith<Result>(statement: string, work: () => Promise<Result>): Promise<Result> {
  return openings.run(statement, work);
}

/** PostgreSQL with transactions that carry their scope from their first message on. */
export class ScopedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ScopedPostgresDriver(this.#config);
  }
}

class ScopedPostgresDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const opening = openings.getStore();
    if (opening === undefined) return super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw(`begin; ${opening}`));
  }
}
