import { createHash } from "node:crypto";
import pg from "pg";

/** How often this process runs a statement before it is worth preparing. */
const usesBefore = 5;
/** A prepared statement costs every connection some 50 KB in the server. */
const maxPrepared = 300;
/** Statements with a value for each of many rows differ from call to call. */
const maxLength = 10_000;
const maxCounted = 3000;

/** Texts of this process by how often they ran; the same on all connections, so that their names are too. */
const uses = new Map<string, number>();
const names = new Map<string, string>();
let generation = 0;

/** The name under which to prepare a statement; undefined while it is too rare, too long or there are too many. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (text.length > maxLength || names.size >= maxPrepared) return undefined;
  const used = (uses.get(text) ?? 0) + 1;
  if (used < usesBefore) {
    if (uses.size >= maxCounted) uses.clear();
    uses.set(text, used);
    return undefined;
  }
  uses.delete(text);
  const name = `${generation}_${createHash("sha1").update(text).digest("base64url")}`;
  names.set(text, name);
  return name;
}

/**
 * Prepares every statement again at its next use: the columns of a table have changed, so a prepared `select *` can no
 * longer run.
 */
export function forgetStatements(): void {
  generation += 1;
  names.clear();
}

/**
 * A connection through a pooler. It prepares nothing and sends one statement at a time, since the pooler may give each
 * transaction another server process; statements that are asked for together wait for one another here.
 */
export class WaitingClient extends pg.Client {
  #last: Promise<unknown> = Promise.resolve();

  override query(...given: unknown[]): never {
    const query = super.query.bind(this) as (...args: unknown[]) => never;
    if (given.some((one) => typeof one === "function")) return query(...given);
    const result = this.#last.then(() => query(...given));
    this.#last = result.catch(() => undefined);
    return result as never;
  }
}

/** The part of pg's connection that its types do not show. */
interface OwnStream {
  readonly connection: { readonly stream: { cork(): void; uncork(): void } };
}

/**
 * A connection that prepares what it runs often, so that PostgreSQL parses and plans it once. Statements that are asked for
 * in one turn leave in one write.
 */
export class PreparingClient extends pg.Client {
  #isGathering = false;

  override query(...given: unknown[]): never {
    this.#gather();
    const [text, values, ...more] = given;
    const name = typeof text === "string" && isFilled(values) ? statementName(text) : undefined;
    const query = super.query.bind(this) as (...args: unknown[]) => never;
    return name === undefined ? query(...given) : query({ name, text, values }, ...more);
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = (this as unknown as OwnStream).connection;
    stream.cork();
    // Runs once nothing is left of this turn, promises included.
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}

/** Without parameters a text may hold several statements, which cannot be prepared. */
function isFilled(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0;
}
