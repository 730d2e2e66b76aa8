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
  readonly #sending: Sending;

  constructor(config: PostgresDialectConfig, sending: Sending) {
    super(config);
    this.#config = config;
    this.#sending = sending;
  }

  override createDriver(): Driver {
    return new ScopedPostgresDriver(this.#config, this.#sending);
  }
}

/** `pipeline`: connections send a statement without waiting for the answer to the one before. */
interface Sending {
  readonly pipeline: boolean;
}

class ScopedPostgresDriver extends PostgresDriver {
  readonly #sending: Sending;

  constructor(config: PostgresDialectConfig, sending: Sending) {
    super(config);
    this.#sending = sending;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const opening = openings.getStore();
    if (opening === undefined) return super.beginTransaction(connection, settings);
    const begun = connection.executeQuery(CompiledQuery.raw(`begin; ${opening}`));
    if (!this.#sending.pipeline) return void (await begun);
    // The first statement follows at once. Whatever keeps the transaction from beginning fails that statement as well.
    begun.catch(() => undefined);
  }
}
