import pg from "pg";
import { serialize } from "pg-protocol";
import { behindFailure } from "./failures.ts";

/** A statement whose result is pending. */
export interface PendingStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Name of the prepared statement; empty if it is not prepared. */
  readonly name: string;
  resolve(result: StatementResult): void;
  reject(error: Error): void;
}

export interface StatementResult {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: Record<string, unknown>[];
}

/** How the rows of a statement are read. */
interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** A row of nulls: rows made from it share their shape. */
  readonly empty: Record<string, unknown>;
}

/** The prepared statements of one connection. */
export interface PreparedStatements {
  /** Their result columns by name; PostgreSQL rejects a prepared statement whose columns have changed. */
  readonly columns: Map<string, Columns>;
  /** Names whose preparation may have failed. */
  readonly unsure: Set<string>;
}

interface TurnContext {
  readonly prepared: PreparedStatements;
  /** How values of a type are read. */
  readonly parserOf: (oid: number) => (text: string) => unknown;
  /** The result of a statement arrived. */
  readonly heard: () => void;
  /** All results arrived, or their failure. */
  readonly done: () => void;
}

/** How the driver turns values into what it sends; left out of its types. */
const { prepareValue } = (pg as typeof pg & { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils;

/** The buffers of a turn, collected before it is sent. */
interface Message {
  readonly messages: Buffer[];
  /** Names of the statements prepared in it. */
  readonly parsed: Set<string>;
}

const noColumns: Columns = { names: [], parsers: [], empty: {} };

/**
 * Pipelines several statements: they are sent in one message, and their results arrive in order. An error also fails the
 * statements after it; outside of a transaction the whole turn is one. The driver runs it as a single query.
 */
export class Turn implements pg.Submittable {
  readonly #statements: readonly PendingStatement[];
  readonly #context: TurnContext;
  readonly #results: (StatementResult & { readonly columns: Columns })[] = [];
  #sent: readonly PendingStatement[];
  #columns = noColumns;
  #rows: Record<string, unknown>[] = [];
  #unread: Error | undefined;

  constructor(statements: readonly PendingStatement[], context: TurnContext) {
    this.#statements = statements;
    this.#sent = statements;
    this.#context = context;
  }

  submit({ stream }: pg.Connection): void {
    const parsed = new Set<string>();
    const messages: Buffer[] = [];
    this.#sent = this.#statements.filter((statement) => this.#write(statement, { messages, parsed }));
    stream.write(Buffer.concat([...messages, serialize.sync()]));
    this.#begin();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.#context.parserOf(dataTypeID)),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { names, parsers, empty } = this.#columns;
    const row = { ...empty };
    try {
      // By index: iterating over entries takes twice as long, and this runs for every row of every statement.
      for (let index = 0; index < fields.length; index += 1) {
        const field = fields[index];
        if (field !== null && field !== undefined) row[names[index] ?? ""] = parsers[index]?.(field);
      }
    } catch (error) {
      this.#unread ??= error as Error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(" ");
    const rowCount = Number(words.at(-1)) || 0;
    this.#results.push({ command: words[0] ?? "", rowCount, rows: this.#rows, columns: this.#columns });
    this.#context.heard();
    this.#begin();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleReadyForQuery(): void {
    for (const [index, { name }] of this.#sent.entries()) {
      const result = this.#results[index];
      if (name !== "" && result) this.#context.prepared.columns.set(name, result.columns);
    }
    this.#settle();
  }

  handleError(error: Error): void {
    const { columns, unsure } = this.#context.prepared;
    for (const { name } of this.#sent) if (name !== "" && !columns.has(name)) unsure.add(name);
    // After a lost connection all results are unknown.
    if (!(error instanceof pg.DatabaseError)) this.#results.length = 0;
    this.#settle(error);
  }

  handlePortalSuspended(): void {
    throw new Error("All rows of a statement are asked for");
  }

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail("A turn of statements copies nothing");
  }

  handleCopyData(): void {}

  /** Rejects statements without a result: the first with the error itself, the ones after it because of it. */
  #settle(error?: Error): void {
    for (const [index, { resolve, reject }] of this.#sent.entries()) {
      const result = this.#results[index];
      if (this.#unread) reject(this.#unread);
      else if (result) resolve(result);
      else reject(index === this.#results.length && error ? error : behind(error));
    }
    this.#context.done();
  }

  /** Prepares for the result of the next statement. */
  #begin(): void {
    const name = this.#sent[this.#results.length]?.name ?? "";
    this.#columns = this.#context.prepared.columns.get(name) ?? noColumns;
    this.#rows = [];
  }

  /** Writes a statement's messages; false when a value cannot be sent, which fails that statement alone. */
  #write({ name, text, values, reject }: PendingStatement, { messages, parsed }: Message): boolean {
    const { columns, unsure } = this.#context.prepared;
    let sendable: (string | Buffer | null)[];
    try {
      sendable = values.map((value) => prepareValue(value));
    } catch (error) {
      reject(error as Error);
      return false;
    }
    if (name === "" || !(columns.has(name) || parsed.has(name))) {
      if (unsure.delete(name)) messages.push(serialize.close({ type: "S", name }));
      messages.push(serialize.parse({ name, text }));
      parsed.add(name);
    }
    messages.push(serialize.bind({ statement: name, values: sendable }));
    if (!columns.has(name)) messages.push(serialize.describe({ type: "P" }));
    messages.push(serialize.execute());
    return true;
  }
}

/** The error that PostgreSQL reports for statements after a failed one. */
function behind(cause: Error | undefined): Error {
  const error = new pg.DatabaseError("A statement before this one failed, so it did not run", 0, "error");
  error.code = behindFailure;
  error.cause = cause;
  return error;
}
