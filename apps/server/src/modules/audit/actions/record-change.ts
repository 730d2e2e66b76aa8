import type { AuditAction, AuditModule } from "@homeroom/contract/audit";
import type { AccountId, OrganizationId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Tx } from "#platform/db/transaction";
import { currentOrigin, currentTraceId } from "#platform/log/trace";
import { differences } from "../rules/differences.ts";

/** Who did it: an actor, or the product itself with no account. */
export interface Operator {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId | null;
  readonly nickname: string;
}

export interface Change {
  readonly module: AuditModule;
  readonly action: AuditAction;
  /** What it was done to. `name` is kept as it was then. */
  readonly subject: { readonly type: string; readonly id: string; readonly name: string };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/**
 * Writes what was done into the audit log, in the transaction of the change. Of `before` and `after` only what differs is
 * kept, and of secrets only that they changed. Where it came from is taken from the request that is being answered.
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
