import type { AdLevel } from "@homeroom/contract/campaigns";
import type { RecordId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { v7 } from "uuid";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { type AdPlatform, AdPlatformFailure, type FetchedPlatforms } from "../../port.ts";
import { type DayRange, halvesOf } from "../rules/days.ts";
import { writeDays } from "../writes/write-days.ts";
import { archiveOthers, writeItems } from "../writes/write-items.ts";

/** The step of a dead process is retried after this time. */
const leaseMs = 5 * 60_000;
const pollEveryMs = 5_000;
/** Meta ends reports after an hour. */
const reportMs = 75 * 60_000;
const maxAttempts = 8;

type Step = Selectable<Schema["ad_sync_step"]>;
type Parts = Pick<Platform, "db" | "secrets" | "log">;

/** The dependencies of a step. */
interface StepWork {
  parts: Parts;
  provider: AdPlatform;
  scope: Scope;
  step: Step;
  token: string;
  /** The account's id at the platform. */
  externalId: string;
  now: Date;
}

/** Does one step of fetching accounts; returns whether another may be due. */
export async function syncNextStep(parts: Parts, platforms: FetchedPlatforms, now = new Date()): Promise<boolean> {
  const step = await claimStep(parts.db, now);
  if (!step) return false;
  const scope = organizationScope(step.organization_id);
  const account = await inTransaction(parts.db, scope, (tx) => accountOf(tx, scope, step.account_id));
  const platform = account && platforms[account.platform];
  const usedAt = new Date();
  try {
    const token = await platform?.tokenOf(scope);
    if (!account || !platform || !token) {
      await endSteps(parts.db, scope, { step, problem: "reconnect" });
      return true;
    }
    const { provider } = platform;
    await workOn({ parts, provider, scope, step, token, externalId: account.externalId, now });
  } catch (error) {
    const isKnown = error instanceof AdPlatformFailure;
    const about = { accountId: step.account_id, kind: step.kind };
    if (isKnown) parts.log.warn({ ...about, reason: error.reason }, "An ad account could not be fetched");
    else parts.log.error({ ...about, err: error }, "A step of fetching an ad account failed");
    if (isKnown && error.reason === "reconnect") await platform?.storeRefusal?.(scope, usedAt);
    await (isKnown ? afterFailure(parts.db, scope, { step, error, now }) : tryAgain(parts.db, scope, { step, now }));
  }
  return true;
}

/** Claims the step that has been due for longest. */
function claimStep(db: Platform["db"], now: Date): Promise<Step | undefined> {
  return inSystemTransaction(db, async (tx) => {
    // Materialised: a subquery in the condition may run once for each row, and then claims several.
    const { rows } = await sql<Step>`
      with due as materialized (
        select organization_id, step_id from ad_sync_step where due_at <= ${now}
        order by due_at limit 1 for update skip locked)
      update ad_sync_step step set due_at = ${new Date(now.getTime() + leaseMs)}
      from due where step.organization_id = due.organization_id and step.step_id = due.step_id
      returning step.organization_id, step.step_id, step.account_id, step.kind, step.first_day::text,
        step.last_day::text, step.report_id, step.reported_at, step.attempts, step.due_at`.execute(tx);
    return rows[0];
  });
}

function accountOf(tx: Tx, scope: Scope, accountId: RecordId) {
  return tx
    .selectFrom("ad_account")
    .select(["platform", "external_id as externalId"])
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

function workOn(work: StepWork): Promise<void> {
  const { kind } = work.step;
  if (kind === "items") return fetchItems(work);
  return work.step.report_id === null ? startReport(work, kind) : readReport(work, kind, work.step.report_id);
}

async function fetchItems(work: StepWork): Promise<void> {
  const { parts, provider, scope, step, token, externalId, now } = work;
  const items = await provider.adItems(token, externalId);
  await inTransaction(parts.db, scope, async (tx) => {
    if (!(await holdStep(tx, step))) return;
    for (const level of ["campaign", "adset", "ad"] as const) {
      const own = items.filter((item) => item.level === level);
      const target = { accountId: step.account_id, level };
      // oxlint-disable-next-line no-await-in-loop -- parents first
      await writeItems(tx, scope, { ...target, items: own });
      // oxlint-disable-next-line no-await-in-loop -- one transaction has one connection
      await archiveOthers(tx, scope, { ...target, named: own.map(({ itemId }) => itemId) });
    }
    await endStep(tx, step, now);
  });
}

async function startReport(work: StepWork, level: AdLevel): Promise<void> {
  const { parts, provider, scope, step, token, externalId, now } = work;
  const range = { level, firstDay: step.first_day, lastDay: step.last_day };
  const { reportId, restMs } = await provider.startReport(token, externalId, range);
  await inTransaction(parts.db, scope, async (tx) => {
    await changeStep(tx, step, {
      report_id: reportId,
      reported_at: now,
      due_at: new Date(now.getTime() + pollEveryMs),
    });
    await restAccount(tx, step, { restMs, now });
  });
}

async function readReport(work: StepWork, level: AdLevel, reportId: string): Promise<void> {
  const { parts, provider, scope, step, token, now } = work;
  const { state, restMs } = await provider.reportState(token, reportId);
  if (state === "failed") throw new AdPlatformFailure("unavailable", "The report failed");
  if (state === "running") {
    const since = step.reported_at?.getTime() ?? now.getTime();
    if (now.getTime() - since > reportMs) throw new AdPlatformFailure("unavailable", "The report does not end");
    await inTransaction(parts.db, scope, async (tx) => {
      await changeStep(tx, step, { due_at: new Date(now.getTime() + pollEveryMs) });
      await restAccount(tx, step, { restMs, now });
    });
    return;
  }
  const days = await provider.reportRows(token, reportId, level);
  await inTransaction(parts.db, scope, async (tx) => {
    if (!(await holdStep(tx, step))) return;
    const range = { firstDay: step.first_day, lastDay: step.last_day };
    await writeDays(tx, scope, { accountId: step.account_id, level, range, days });
    await endStep(tx, step, now);
    await restAccount(tx, step, { restMs, now });
  });
}

/** Locks a step until the transaction ends; false if it is gone: switched off, or done by another process. */
async function holdStep(tx: Tx, step: Step): Promise<boolean> {
  const held = await tx
    .selectFrom("ad_sync_step")
    .select("step_id")
    .where("organization_id", "=", step.organization_id)
    .where("step_id", "=", step.step_id)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

type StepChange = Partial<Pick<Step, "report_id" | "reported_at" | "due_at" | "attempts">>;

async function changeStep(tx: Tx, step: Step, change: StepChange): Promise<void> {
  await tx
    .updateTable("ad_sync_step")
    .set(change)
    .where("organization_id", "=", step.organization_id)
    .where("step_id", "=", step.step_id)
    .execute();
}

/** The last step of an account makes it up to date. */
async function endStep(tx: Tx, step: Step, now: Date): Promise<void> {
  // Two last steps that end at once are serialised here.
  await tx
    .selectFrom("ad_account")
    .select("account_id")
    .where("organization_id", "=", step.organization_id)
    .where("account_id", "=", step.account_id)
    .forUpdate()
    .execute();
  await tx
    .deleteFrom("ad_sync_step")
    .where("organization_id", "=", step.organization_id)
    .where("step_id", "=", step.step_id)
    .execute();
  await sql`
    update ad_account account set synced_at = ${now}, problem = null
    where account.organization_id = ${step.organization_id} and account.account_id = ${step.account_id}
      and not exists (select from ad_sync_step step where step.organization_id = account.organization_id
        and step.account_id = account.account_id)`.execute(tx);
}

/** Pauses all reports of an account for as long as the platform asks. */
async function restAccount(tx: Tx, step: Step, { restMs, now }: { restMs: number; now: Date }): Promise<void> {
  if (restMs <= 0) return;
  const until = new Date(now.getTime() + restMs);
  await sql`
    update ad_sync_step set due_at = ${until}
    where organization_id = ${step.organization_id} and account_id = ${step.account_id} and due_at < ${until}`.execute(
    tx,
  );
}

interface FailedStep {
  step: Step;
  error: AdPlatformFailure;
  now: Date;
}

async function afterFailure(db: Platform["db"], scope: Scope, { step, error, now }: FailedStep): Promise<void> {
  const { reason, isTooMuch, retryAfterMs } = error;
  const halves = isTooMuch ? halvesOf({ firstDay: step.first_day, lastDay: step.last_day }) : null;
  if (halves) return inTransaction(db, scope, (tx) => splitStep(tx, step, { halves, now }));
  if (reason === "reconnect" || reason === "refused") return endSteps(db, scope, { step, problem: reason });
  if (reason === "rateLimited") {
    const restMs = retryAfterMs ?? 5 * 60_000;
    return inTransaction(db, scope, (tx) => restAccount(tx, step, { restMs: Math.max(restMs, leaseMs + 1), now }));
  }
  return tryAgain(db, scope, { step, now });
}

/** Retries a step with growing delays, and gives the account up after the last attempt. */
async function tryAgain(db: Platform["db"], scope: Scope, { step, now }: Omit<FailedStep, "error">): Promise<void> {
  const attempts = step.attempts + 1;
  if (attempts >= maxAttempts) return endSteps(db, scope, { step, problem: "failed" });
  const due = new Date(now.getTime() + Math.min(15_000 * 2 ** attempts, 30 * 60_000));
  // A failed report is requested again from the beginning.
  await inTransaction(db, scope, (tx) =>
    changeStep(tx, step, { attempts, due_at: due, report_id: null, reported_at: null }),
  );
}

async function splitStep(
  tx: Tx,
  step: Step,
  { halves, now }: { halves: readonly DayRange[]; now: Date },
): Promise<void> {
  if (!(await holdStep(tx, step))) return;
  await tx
    .deleteFrom("ad_sync_step")
    .where("organization_id", "=", step.organization_id)
    .where("step_id", "=", step.step_id)
    .execute();
  for (const { firstDay, lastDay } of halves) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction has one connection
    await sql`
      insert into ad_sync_step (organization_id, step_id, account_id, kind, first_day, last_day, due_at)
      values (${step.organization_id}, ${v7()}, ${step.account_id}, ${step.kind}, ${firstDay}, ${lastDay}, ${now})
      on conflict (organization_id, account_id, kind, first_day, last_day) do nothing`.execute(tx);
  }
}

/** Gives an account up until the next sync, and stores the reason. */
function endSteps(
  db: Platform["db"],
  { organizationId }: Scope,
  { step, problem }: { step: Step; problem: "reconnect" | "refused" | "failed" },
): Promise<void> {
  return inTransaction(db, organizationScope(organizationId), async (tx) => {
    await tx
      .deleteFrom("ad_sync_step")
      .where("organization_id", "=", organizationId)
      .where("account_id", "=", step.account_id)
      .execute();
    await tx
      .updateTable("ad_account")
      .set({ problem })
      .where("organization_id", "=", organizationId)
      .where("account_id", "=", step.account_id)
      .execute();
  });
}
