import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { AnswerWatch } from "./answer-watch.ts";
import { type PendingStatement, type PreparedStatements, type StatementResult, Turn } from "./turn.ts";

/** A statement is prepared after this many uses in the process. */
const usesBefore = 5;
/** A prepared statement costs every connection some 50 KB in the server. */
const maxPrepared = 300;
/** Longer statements usually have values for many rows and differ from call to call. */
const maxLength = 10_000;
const maxCounted = 3000;

/**
 * COMMIT of a read-only transaction, which nothing waits for. A preparing client sends it with the next statement, or on
 * its own shortly after: sent alone, it would cost as much as a query.
 */
export const commitLater = "commit and no chain";
const laterMs = 2;

/** How often each statement text ran in this process. Shared by all connections, so that they use the same names. */
const uses = new Map<string, number>();
const names = new Map<string, string>();
let generation = 0;

/**
 * Marks a statement whose row count depends on its values: PostgreSQL plans it at each run. A prepared one may get one
 * plan for all values, which takes seconds when a word that was assumed to be rare is common.
 */
export const plannedEachTime = "/* planned each time */";

/** The name under which to prepare a statement; undefined while it is too rare, too long or there are too many. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (text.length > maxLength || names.size >= maxPrepared || text.includes(plannedEachTime)) return undefined;
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

/** The text that is prepared. It differs in each generation, because poolers recognise a statement by its text. */
function textToPrepare(text: string): string {
  return generation === 0 ? text : `/* ${generation} */ ${text}`;
}

/**
 * Prepares every statement again at its next use: the columns of a table have changed, so a prepared `select *` can no
 * longer run.
 */
export function forgetStatements(): void {
  generation += 1;
  names.clear();
}

export interface PreparingClientConfig extends pg.ClientConfig {
  /** How long the server may be silent while an answer is pending; then the connection counts as lost. */
  answerWithinMs?: number;
}

/** Ten seconds longer than a statement may usually take. */
const usualAnswerMs = 30_000;

/**
 * A connection that prepares frequent statements, so that PostgreSQL parses and plans them once. Statements that are issued
 * in one turn of the event loop, or while others are pending, are sent together. It ends when the server is silent.
 */
export class PreparingClient extends pg.Client {
  /** False if the server may not keep prepared statements. */
  prepares = true;
  readonly #prepared: PreparedStatements = { columns: new Map(), unsure: new Set() };
  #pending: PendingStatement[] = [];
  #underWay = 0;
  #isSendingSoon = false;
  #waiting: NodeJS.Timeout | undefined;
  readonly #watch: AnswerWatch;

  constructor(config: PreparingClientConfig = {}) {
    super(config);
    this.#watch = new AnswerWatch(config.answerWithinMs ?? usualAnswerMs, () => this.#giveUp());
    this.once("end", () => this.#watch.stop());
  }

  override query(...given: unknown[]): never {
    const [text, values, ...more] = given;
    if (isOneStatement(text, values) && more.length === 0) {
      return this.#ask(text, isFilled(values) ? values : []) as never;
    }
    // Other kinds of queries keep their position.
    if (this.#pending.length > 0) this.#send();
    const result: unknown = (super.query.bind(this) as (...args: unknown[]) => unknown)(...given);
    if (result instanceof Promise) {
      this.#watch.begins();
      const ends = () => this.#watch.ends();
      result.then(ends, ends);
    }
    return result as never;
  }

  #ask(text: string, values: readonly unknown[]): Promise<StatementResult> {
    const name = this.prepares ? statementName(text) : undefined;
    const named = name === undefined ? { name: "", text } : { name, text: textToPrepare(text) };
    this.#watch.sent(text);
    return new Promise((resolve, reject) => {
      this.#pending.push({ ...named, values, resolve, reject });
      if (text === commitLater) this.#sendLater();
      else this.#sendSoon();
    });
  }

  #sendLater(): void {
    this.#waiting = setTimeout(() => this.#sendSoon(), laterMs);
    this.#waiting.unref();
  }

  #sendSoon(): void {
    if (this.#isSendingSoon || this.#underWay > 0) return;
    this.#isSendingSoon = true;
    // Runs after the current microtasks, so that statements issued together share one turn.
    process.nextTick(() => {
      this.#isSendingSoon = false;
      if (this.#pending.length > 0 && this.#underWay === 0) this.#send();
    });
  }

  #send(): void {
    clearTimeout(this.#waiting);
    const turn = new Turn(this.#pending, {
      prepared: this.#prepared,
      parserOf: (oid) => this.getTypeParser(oid, "text") as (text: string) => unknown,
      heard: () => this.#watch.hears(),
      done: () => {
        this.#watch.ends();
        this.#underWay -= 1;
        if (this.#pending.length > 0) this.#sendSoon();
      },
    });
    this.#pending = [];
    this.#underWay += 1;
    this.#watch.begins();
    super.query(turn);
  }

  /** Fails everything that is pending, as when the connection breaks. */
  #giveUp(): void {
    const silence = Object.assign(new Error("The database did not answer"), { code: "ETIMEDOUT" });
    this.connection.stream.destroy(silence);
  }
}

/**
 * Lets a new connection through a pooler prepare statements only where the pooler keeps them from one transaction to the next:
 * PgBouncer in transaction mode does so from 1.21 on, unless its `max_prepared_statements` is 0.
 */
export async function adaptToPooler(client: PreparingClient): Promise<void> {
  client.prepares = false;
  client.prepares = await keepsPreparedStatements(client);
}

/** A pooler that keeps prepared statements gives them names of its own, so the server does not know ours. */
async function keepsPreparedStatements(client: pg.ClientBase): Promise<boolean> {
  const name = `probe_${randomUUID()}`;
  await client.query("begin");
  const text = "select from pg_prepared_statements where name = $1";
  const { rowCount } = await client.query({ name, text, values: [name] });
  const isOurs = rowCount === 1;
  if (isOurs) await client.query(`deallocate "${name}"`);
  await client.query("commit");
  return !isOurs;
}

/** A text without parameters may hold several statements, which cannot be prepared. */
function isOneStatement(text: unknown, values: unknown): text is string {
  if (typeof text !== "string" || !(values === undefined || Array.isArray(values))) return false;
  return isFilled(values) || !text.includes(";");
}

function isFilled(values: unknown): values is readonly unknown[] {
  return Array.isArray(values) && values.length > 0;
}
