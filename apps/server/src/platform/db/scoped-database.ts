import type { Schema } from "@homeroom/database/schema";
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from "kysely";
import type pg from "pg";
import { commitLater } from "./prepared-client.ts";

/** A dialect with one driver, for transactions that are begun and ended beside Kysely's own. */
class OneDriverDialect extends PostgresDialect {
  readonly driver: Driver;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.driver = super.createDriver();
  }

  override createDriver(): Driver {
    return this.driver;
  }
}

/** A setting for one transaction. */
interface Setting {
  readonly name: string;
  readonly value: string;
}

/**
 * Kysely whose transactions set their scope with the first message. Statements that are issued together are sent
 * together; in Kysely's own transactions each waits for the answer to the one before.
 */
export class ScopedDatabase extends Kysely<Schema> {
  readonly #dialect: OneDriverDialect;
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool, plugins: readonly KyselyPlugin[] = []) {
    const dialect = new OneDriverDialect(pool);
    super({ dialect, plugins: [...plugins] });
    this.#dialect = dialect;
    this.#pool = pool;
  }

  override withPlugin(plugin: KyselyPlugin): ScopedDatabase {
    return new ScopedDatabase(this.#pool, [...this.getExecutor().plugins, plugin]);
  }

  /** Runs `work` in one transaction with this setting of PostgreSQL's: all of it is committed, or none. */
  async withSetting<Result>(setting: Setting, work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    return this.#runOn(client, async () => {
      beginAtOnce(client, setting);
      const result = await this.#workOn(client, work);
      const { command } = await client.query("commit");
      // PostgreSQL answers COMMIT like this when an earlier statement has failed.
      if (command === "ROLLBACK") throw new AbortedTransactionError();
      return result;
    });
  }

  /**
   * Like `withSetting`, for read-only work: PostgreSQL refuses writes. It resolves with the work and not with the COMMIT, since
   * nothing depends on how such a transaction ends.
   */
  async readingWithSetting<Result>(
    setting: Setting,
    work: (tx: Transaction<Schema>) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#pool.connect();
    return this.#runOn(client, async () => {
      beginAtOnce(client, setting, "begin read only");
      const result = await this.#workOn(client, work);
      // The connection is free at once; statements of its next user queue behind the COMMIT.
      client.query(commitLater).catch(ignore);
      return result;
    });
  }

  /** Releases the connection after `run`; rolls back first if that failed. */
  async #runOn<Result>(client: pg.PoolClient, run: () => Promise<Result>): Promise<Result> {
    let isLost = false;
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof AbortedTransactionError)) {
        await client.query("rollback").catch((lost: unknown) => {
          isLost = true;
          throw lost;
        });
      }
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  /** Rejects statements after the end of the transaction, when the connection may already serve another one. */
  async #workOn<Result>(client: pg.PoolClient, work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    const dialect = this.#dialect;
    const connection = new ClientConnection(client);
    let isOpen = true;
    const executor = this.getExecutor().withConnectionProvider({
      provideConnection: (consumer) =>
        isOpen ? consumer(connection) : Promise.reject(new Error("The transaction has ended")),
    });
    try {
      return await work(new Transaction({ config: { dialect }, dialect, driver: dialect.driver, executor }));
    } finally {
      isOpen = false;
    }
  }
}

/** A client in the shape that Kysely needs. It is on the path of every statement, so it takes as few steps as possible. */
class ClientConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const answer: pg.QueryResult<Row & pg.QueryResultRow> = await this.#client.query(sql, [...parameters]);
      const { command, rowCount, rows } = answer;
      return writing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
    } catch (error) {
      throw fromHere(error);
    }
  }

  streamQuery(): never {
    throw new Error("Rows are read whole, page by page");
  }
}

/** The driver reads answers from the socket: without this, an error would not say which call it comes from. */
function fromHere(error: unknown): unknown {
  const here: { stack?: string } = {};
  Error.captureStackTrace(here, fromHere);
  if (error instanceof Error) error.stack += (here.stack ?? "").replace(/^.*/, "");
  return error;
}

const writing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

const ignore = () => undefined;

/** Does not wait for BEGIN: if it fails, the first statement fails with it. */
function beginAtOnce(client: pg.PoolClient, { name, value }: Setting, begin = "begin"): void {
  client.query(begin).catch(ignore);
  client.query("select set_config($1, $2, true)", [name, value]).catch(ignore);
}
