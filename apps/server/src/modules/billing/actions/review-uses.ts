import { type PlanUse, planUses, warnAt } from "@homeroom/contract/billing";
import { RecordId } from "@homeroom/contract/ids";
import { v5 } from "uuid";
import { colleaguesWhoMay } from "#modules/accounts/public";
import { openOrganizations } from "#modules/organizations/public";
import { isMetered } from "#modules/plan-limits/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { planUseRose } from "../events.ts";
import { storeDay, usesWithPeriods } from "../queries/uses.ts";

/** Reviews the use of every open organisation. A failure does not stop the others. */
export async function reviewAllUses({ db, log }: Pick<Platform, "db" | "log">, stop: AbortSignal): Promise<void> {
  for (const organizationId of await openOrganizations(db)) {
    if (stop.aborted) return;
    await reviewUses(db, organizationScope(organizationId)).catch((error: unknown) =>
      log.error({ err: error, organizationId }, "The use of a plan was not looked at"),
    );
  }
}

/**
 * Stores an organisation's use of today, and notifies the people who can buy more when a use has reached 80 or 100 percent of
 * its limit. Idempotent: each step is notified once.
 */
export function reviewUses(db: Database, scope: Scope): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const { uses, periods, day } = await usesWithPeriods(tx, scope);
    await storeDay(tx, scope, { uses, day });
    if (!(await isMetered(tx, scope))) return;
    const known = await knownSteps(tx, scope);
    for (const use of planUses) {
      const level = stepOf(uses[use]);
      const before = known.get(use);
      if (!before && level === 0) continue;
      const after = nextStep(before, { level, period: periods[use], day });
      const isSaved = await saveStep(tx, scope, { use, before, known: after.known });
      if (isSaved && after.tells) await announce(tx, scope, { use, level });
    }
  });
}

async function knownSteps(tx: Tx, scope: Scope): Promise<Map<PlanUse, KnownStep>> {
  const rows = await tx
    .selectFrom("plan_use_warning")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .orderBy("use")
    .forUpdate()
    .execute();
  return new Map(
    rows.map(({ use, level, period, told_level: toldLevel, told_on: toldOn }) => [
      use,
      { level: level as UseStep, period, toldLevel: toldLevel as UseStep, toldOn },
    ]),
  );
}

/** Writes the state; false if another process has just written the first one. */
async function saveStep(
  tx: Tx,
  { organizationId }: Scope,
  { use, before, known }: { use: PlanUse; before: KnownStep | undefined; known: KnownStep },
): Promise<boolean> {
  const values = { level: known.level, period: known.period, told_level: known.toldLevel, told_on: known.toldOn };
  if (before) {
    const isSame = before.level === known.level && before.period === known.period;
    if (isSame) return false;
    await tx
      .updateTable("plan_use_warning")
      .set(values)
      .where("organization_id", "=", organizationId)
      .where("use", "=", use)
      .execute();
    return true;
  }
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto("plan_use_warning")
    .values({ organization_id: organizationId, use, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted !== 0n;
}

async function announce(tx: Tx, scope: Scope, { use, level }: { use: PlanUse; level: UseStep }): Promise<void> {
  const { organizationId } = scope;
  const people = await colleaguesWhoMay(tx, scope, { permission: "bill:plan:buy", branchId: null });
  const subjectId = RecordId.parse(v5(`${use} ${level}`, organizationId));
  await emit(tx, planUseRose, {
    organizationId,
    aggregateId: subjectId,
    payload: { subjectId, use, level, at: new Date().toISOString(), people },
  });
}

/** The steps of a limit that cause notifications, in percent; 0 is below both. */
type UseStep = 0 | 80 | 100;

/** The step that people were last notified of. */
export interface KnownStep {
  readonly level: UseStep;
  readonly period: string;
  /** The highest step notified on a day. */
  readonly toldLevel: UseStep;
  readonly toldOn: string | null;
}

/** The step that a use has reached. A limit of zero has no steps. */
export function stepOf({ used, limit }: { used: number; limit: number }): UseStep {
  if (limit <= 0) return 0;
  const share = used / limit;
  return share >= 1 ? 100 : share >= warnAt ? 80 : 0;
}

/**
 * The new state, and whether to notify people: once when a step is reached. After falling below it, or in another
 * period, it can be reached again. A use that rises and falls is notified once a day.
 */
export function nextStep(
  known: KnownStep | undefined,
  { level, period, day }: { level: UseStep; period: string; day: string },
): { known: KnownStep; tells: boolean } {
  const same = known?.period === period ? known : undefined;
  const toldToday = same?.toldOn === day ? same.toldLevel : 0;
  const tells = level > (same?.level ?? 0) && level > toldToday;
  if (tells) return { known: { level, period, toldLevel: level, toldOn: day }, tells };
  return {
    known: { level, period, toldLevel: same?.toldLevel ?? 0, toldOn: same?.toldOn ?? null },
    tells,
  };
}
