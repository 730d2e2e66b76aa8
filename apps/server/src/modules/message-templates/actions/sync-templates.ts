import type { SyncReport } from "@homeroom/contract/message-templates";
import { type AccountNumber, accountNumbers, ProviderFailure } from "#modules/inbox/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { KnownTemplate, TemplateReviewer } from "../port.ts";
import type { WaitingReview } from "../queries.ts";
import { recordTemplateChange } from "../writes.ts";
import { takeOverTemplates } from "./take-over-templates.ts";

/**
 * Syncs the templates of every business account that the actor sees from WhatsApp, and returns the results. An account that
 * cannot be reached does not hold up the others. Throws FEATURE_NOT_SET_UP if there is no account.
 */
export async function syncTemplates(
  { platform, reviewer }: { platform: Platform; reviewer: TemplateReviewer },
  actor: Actor,
): Promise<SyncReport> {
  requirePermission(actor, "bulk:template:query");
  const scope = scopeOf(actor, "bulk:template:query");
  const { db, secrets } = platform;
  const numbers = onePerAccount(await inTransaction(db, scope, (tx) => accountNumbers(tx, scope)));
  if (numbers.length === 0) throw new AppError("FEATURE_NOT_SET_UP");
  const report: SyncReport = { added: 0, updated: 0, unchanged: 0, missing: 0, skipped: 0, failed: [] };
  for (const number of numbers) {
    let there: KnownTemplate[];
    try {
      there = await reviewer.list(number.access(secrets));
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      report.failed.push({ name: number.name, reason: error.error.reason });
      continue;
    }
    const { businessAccountId } = number;
    const counts = await inTransaction(db, scope, (tx) =>
      takeOverTemplates(tx, scope, { businessAccountId, there, add: true }),
    );
    for (const key of ["added", "updated", "unchanged", "missing", "skipped"] as const) report[key] += counts[key];
  }
  if (report.added + report.updated + report.missing > 0) {
    const { added, updated, missing } = report;
    await inTransaction(db, scope, (tx) =>
      recordTemplateChange(tx, actor, "synced", { id: "", name: "", after: { added, updated, missing } }),
    );
  }
  return report;
}

/** Open numbers come first: WhatsApp may refuse the token of a stopped one. */
export function onePerAccount(numbers: readonly AccountNumber[]): AccountNumber[] {
  const sorted = numbers.toSorted((one, other) => Number(other.open) - Number(one.open));
  return [...new Map(sorted.toReversed().map((number) => [number.businessAccountId, number])).values()];
}

/** Asks WhatsApp for the state of a business account's reviews, for those whose webhook never came. */
export async function checkReviews(
  { platform, reviewer }: { platform: Platform; reviewer: TemplateReviewer },
  { organizationId, businessAccountId }: WaitingReview,
): Promise<void> {
  const scope = organizationScope(organizationId);
  const { db, secrets, log } = platform;
  const numbers = await inTransaction(db, scope, (tx) => accountNumbers(tx, scope));
  const [number] = onePerAccount(numbers.filter((one) => one.businessAccountId === businessAccountId));
  if (!number) return;
  try {
    const there = await reviewer.list(number.access(secrets));
    await inTransaction(db, scope, (tx) => takeOverTemplates(tx, scope, { businessAccountId, there, add: false }));
  } catch (error) {
    // The next attempt follows in an hour.
    if (!(error instanceof ProviderFailure)) throw error;
    log.warn({ reason: error.error.reason }, "The reviews of templates could not be asked for");
  }
}
