import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Adds to a page's figures of today. */
export async function addToDay(
  tx: Tx,
  scope: Scope,
  { pageId, clicks, leads }: { pageId: RecordId; clicks: number; leads: number },
): Promise<void> {
  await tx
    .insertInto("landing_day")
    .values({
      organization_id: scope.organizationId,
      page_id: pageId,
      day: today(await timeZoneOf(tx, scope, null)),
      click_count: clicks,
      lead_count: leads,
    })
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "page_id", "day"]).doUpdateSet({
        click_count: sql`landing_day.click_count + excluded.click_count`,
        lead_count: sql`landing_day.lead_count + excluded.lead_count`,
      }),
    )
    .execute();
}
