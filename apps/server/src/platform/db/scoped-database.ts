import type { Schema } from "@homeroom/database/schema";
import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresPool,
  Transaction,
} from "kysely";
import { commitLater } from "./prepared-client.ts";

/** A dialect with one driver, so that transactions can be begun and ended beside Kysely's own. */
class OneDriverDialect extends PostgresDialect {
  readonly driver: Driver;

  constructor(pool: PostgresPool) {
    super({ pool });
    this.driver = super.createDriver();
  }

  override createDriver(): Driver {
    return this.driver;
  }
}

interface Sending {
  readonly pool: PostgresPool;
  /** Connections take a statement before the one before has been answered. */
  readonly pipeline: boolean;
}

/** A setting for one transaction; its value goes into the statement as it is. */
interface Setting {
  readonly name: string;
  readonly value: string;
}

/**
 * Kysely whose transactions carry their scope from their first message on. Statements that are asked for together go out
 * together; in Kysely's own transactions each waits for the answer to the one before.
 */
export class ScopedDatabase extends Kysely<Schema> {
  readonly #dialect: OneDriverDialect;
  readonly #sending: Sending;

  constructor(sending: Sending, plugins: readonly KyselyPlugin[] = []) {
    const dialect = new OneDriverDialect(sending.pool);
    super({ dialect, plugins: [...plugins] });
    this.#dialect = dialect;
    this.#sending = sending;
  }

  override withPlugin(plugin: KyselyPlugin): ScopedDatabase {
    return new ScopedDatabase(this.#sending, [...this.getExecutor().plugins, plugin]);
  }

  /** Runs `work` in one transaction with this setting of PostgreSQL's: all of it is committed, or none. */
  withSetting<Result>(setting: Setting, work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    return this.getExecutor().provideConnection(async (connection) => {
      if (this.#sending.pipeline) beginAtOnce(connection, setting);
      else await begin(connection, setting);
      return this.#runIn(connection, work);
    });
  }

  /**
   * As `withSetting`, for work that only reads: PostgreSQL refuses to write. It has its result once the work has, since
   * nothing depends on how such a transaction ends.
   */
  readingWithSetting<Result>(setting: Setting, work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    if (!this.#sending.pipeline) return this.withSetting(setting, work);
    return new Promise((resolve, reject) => {
      const reading = this.getExecutor().provideConnection(async (connection) => {
        beginAtOnce(connection, setting, "begin read only");
        await this.#runIn(connection, async (tx) => resolve(await work(tx)), commitWhenConvenient);
      });
      reading.catch(reject);
    });
  }

  async #runIn<Result>(
    connection: DatabaseConnection,
    work: (tx: Transaction<Schema>) => Promise<Result>,
    commit?: (connection: DatabaseConnection) => void,
  ): Promise<Result> {
    const { driver } = this.#dialect;
    const state = { isOpen: true };
    try {
      const result = await work(this.#transactionOn(connection, state));
      state.isOpen = false;
      if (commit) commit(connection);
      else await driver.commitTransaction(connection);
      return result;
    } catch (error) {
      state.isOpen = false;
      if (!(error instanceof AbortedTransactionError)) await driver.rollbackTransaction(connection);
      throw error;
    }
  }

  /** Rejects statements after the end of the transaction, when the connection may already serve another one. */
  #transactionOn(connection: DatabaseConnection, state: { readonly isOpen: boolean }): Transaction<Schema> {
    const dialect = this.#dialect;
    const executor = this.getExecutor().withConnectionProvider({
      async provideConnection(consumer) {
        if (!state.isOpen) throw new Error("The transaction has ended");
        return consumer(connection);
      },
    });
    return new Transaction({ config: { dialect }, dialect, driver: dialect.driver, executor });
  }
}

/** Does not wait for BEGIN: if it fails, the first statement fails with it. */
function beginAtOnce(connection: DatabaseConnection, { name, value }: Setting, begin = "begin"): void {
  const set = CompiledQuery.raw("select set_config($1, $2, true)", [name, value]);
  for (const statement of [CompiledQuery.raw(begin), set]) connection.executeQuery(statement).catch(() => undefined);
}

/** Does not wait for COMMIT: the connection is free at once, and its next user's statements come behind. */
function commitWhenConvenient(connection: DatabaseConnection): void {
  connection.executeQuery(CompiledQuery.raw(commitLater)).catch(() => undefined);
}

/** One message; waits for its result. */
async function begin(connection: DatabaseConnection, { name, value }: Setting): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(`begin; select set_config('${name}', '${value}', true)`));
}
