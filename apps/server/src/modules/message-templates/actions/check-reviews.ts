import { accountNumbers, ProviderFailure } from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { TemplateReviewer } from "../port.ts";
import type { WaitingReview } from "../queries.ts";
import { onePerAccount } from "./sync-templates.ts";
import { takeOverTemplates } from "./take-over-templates.ts";

/** Asks WhatsApp where the reviews of a business account stand, for those whose webhook never came. */
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
    // It is asked again after the next hour.
    if (!(error instanceof ProviderFailure)) throw error;
    log.warn({ reason: error.error.reason }, "The reviews of templates could not be asked for");
  }
}
