import { isDeepStrictEqual } from "node:util";
import type { AuditAction, AuditModule } from "@homeroom/contract/audit";
import type { AccountId, OrganizationId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import { logKeptDays } from "@homeroom/contract/log";
import { sql } from "kysely";
import { v7 } from "uuid";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import { currentOrigin, currentTraceId } from "#platform/log/trace";

/** The actor, or the product itself without an account. */
export interface Operator {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId | null;
  readonly nickname: string;
}

export interface Change {
  readonly module: AuditModule;
  readonly action: AuditAction;
  /** The subject of the change. `name` stays as it was then. */
  readonly subject: { readonly type: string; readonly id: string; readonly name: string };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/**
 * Writes a change into the audit log, in the transaction of the change. Of `before` and `after` only differences are
 * stored, and of secrets only that they changed. The origin comes from the current request.
 */
export async function recordChange(tx: Tx, operator: Operator, change: Change): Promise<void> {
  const origin = currentOrigin();
  const { before, after } = differences(change.before ?? {}, change.after ?? {});
  await tx
    .insertInto("audit_entry")
    .values({
      organization_id: operator.organizationId,
      audit_id: RecordId.parse(v7()),
      account_id: operator.accountId,
      operator: operator.nickname,
      module: change.module,
      action: change.action,
      subject_type: change.subject.type,
      subject_id: change.subject.id,
      subject_name: change.subject.name.slice(0, 255),
      before: change.before ? JSON.stringify(before) : null,
      after: change.after ? JSON.stringify(after) : null,
      method: origin?.method ?? "",
      path: origin?.path.slice(0, 255) ?? "",
      address: origin?.ip.slice(0, 64) ?? "",
      user_agent: origin?.userAgent.slice(0, 255) ?? "",
      trace_id: currentTraceId(),
      elapsed_ms: origin ? Math.max(0, Date.now() - origin.startedAt) : 0,
    })
    .execute();
}

/** How changes of one kind of subject are recorded, such as those of recipient lists. */
export function recorderOf(module: AuditModule, type: string) {
  return (
    tx: Tx,
    operator: Operator,
    action: AuditAction,
    { id, name, ...states }: Omit<Change["subject"], "type"> & Pick<Change, "before" | "after">,
  ): Promise<void> => recordChange(tx, operator, { module, action, subject: { type, id, name }, ...states });
}

type Fields = Readonly<Record<string, unknown>>;

const secretName = /password|secret|token|api_?key|sign_?key|private|hash|recovery|vcode/i;
const blank = "•••";
const maxTextLength = 2000;

/** The fields of two states that differ. Secrets are blanked at any depth, long texts cut. */
export function differences(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return { before: pick(before, changed), after: pick(after, changed) };
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => fields[name] !== undefined).map((name) => [name, safe(name, fields[name])]),
  );
}

function safe(name: string, value: unknown): unknown {
  if (secretName.test(name)) return value === null || value === "" ? value : blank;
  if (typeof value === "string") return value.slice(0, maxTextLength);
  if (Array.isArray(value)) return value.slice(0, 200).map((one) => safe("", one));
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return blank;
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, safe(key, inner)]));
  }
  return value;
}

const atOnce = 5000;
const lock = 7_042_011;

/** Removes up to 5,000 entries that exceed the retention. Returns whether there may be more. */
export function removeOldEntries(db: Database): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const locked = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(tx);
    // Another process is doing it.
    if (!locked.rows[0]?.mine) return false;
    const removed = await sql`
      delete from audit_entry where (organization_id, audit_id) in (
        select organization_id, audit_id from audit_entry
        where created_at < now() - make_interval(days => ${logKeptDays})
        order by created_at limit ${atOnce})`.execute(tx);
    return Number(removed.numAffectedRows ?? 0) === atOnce;
  });
}
