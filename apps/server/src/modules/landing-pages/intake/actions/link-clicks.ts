import { receivedTexts } from "#modules/inbox/public";
import { recordOrigin } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { queueDelivery } from "../../webhook/actions/deliver.ts";
import { lockOpenClicks } from "../queries.ts";
import { codePattern, codesIn } from "../rules/code.ts";
import { leadFacts } from "../rules/lead-facts.ts";
import { sourceLines } from "../rules/visitor.ts";
import { addToDay } from "../writes/add-to-day.ts";

const hourMs = 3_600_000;
/** A visitor who has not written in this time is not expected any more. */
const waitForMs = 7 * 24 * hourMs;

/**
 * Finds the presses that customers' messages name by their code, notes on each lead where it came from, and sends it
 * to the page's webhook.
 */
export function linkClicks(db: Database, scope: Scope, now = Date.now()): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const heard = await receivedTexts(tx, scope, { since: new Date(now - hourMs), pattern: codePattern });
    const codes = new Map(heard.flatMap((one) => codesIn(one.text).map((code) => [code, one] as const)));
    if (codes.size === 0) return;
    const clicks = await lockOpenClicks(tx, scope, { codes: [...codes.keys()], since: new Date(now - waitForMs) });
    for (const click of clicks) {
      const message = codes.get(click.code);
      if (!message) continue;
      const { isNew } = await recordOrigin(tx, scope, {
        leadId: message.leadId,
        from: click.pageName,
        said: sourceLines(click.pageName, click.source),
        channelId: click.channelId,
        secondaryChannelId: click.secondaryChannelId,
        since: click.createdAt,
      });
      await tx
        .updateTable("landing_click")
        .set({ lead_id: message.leadId })
        .where("organization_id", "=", scope.organizationId)
        .where("click_id", "=", click.clickId)
        .execute();
      if (click.webhookUrl !== "") {
        const { clickId: recordID, source, createdAt } = click;
        const page = { recordID: click.pageId, name: click.pageName };
        const entry = { recordID, fields: {}, source, createdAt };
        const facts = leadFacts({ page, leadId: message.leadId, isNew, entry });
        await queueDelivery(tx, scope, { pageId: click.pageId, facts });
      }
      if (isNew) await addToDay(tx, scope, { pageId: click.pageId, clicks: 0, leads: 1 });
    }
  });
}
