import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import type { LivePage } from "../../serving/queries/live-pages.ts";
import { newCode } from "../rules/code.ts";
import { addToDay } from "../writes/add-to-day.ts";

/** Keeps a press of a page's button; answers its code. */
export async function keepClick(db: Database, page: LivePage, source: Record<string, string>): Promise<string> {
  const { organizationId, pageId, content } = page;
  const scope = organizationScope(organizationId);
  const code = newCode();
  await inTransaction(db, scope, async (tx) => {
    await tx
      .insertInto("landing_click")
      .values({
        organization_id: organizationId,
        click_id: RecordId.parse(v7()),
        page_id: pageId,
        code,
        action: content.button_action,
        source: JSON.stringify(source),
      })
      .execute();
    await addToDay(tx, scope, { pageId, clicks: 1, leads: 0 });
  });
  return code;
}
