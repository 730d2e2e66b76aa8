import type { LeadId } from "@homeroom/contract/ids";
import { codePattern, codesIn } from "@homeroom/contract/page-design/press-code";
import { lastHeardFrom, receivedTexts } from "#modules/inbox/public";
import { leadHeads, recordOrigin } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { queueDelivery } from "../../webhook/actions/deliver.ts";
import { lockKnownClicks, lockOpenClicks, type OpenClick } from "../queries.ts";
import { leadFacts } from "../rules/lead-facts.ts";
import { sourceLines } from "../rules/visitor.ts";
import { addToDay } from "../writes/add-to-day.ts";

const hourMs = 3_600_000;
/** A visitor who has not written in this time is no longer expected. */
const waitForMs = 7 * 24 * hourMs;

/**
 * Finds the clicks that customers' messages name by their code, and the clicks of known LINE users who have
 * written since. Records on each lead where it came from, and sends it to the page's webhook.
 */
export function linkClicks(db: Database, scope: Scope, now = Date.now()): Promise<void> {
  const since = new Date(now - waitForMs);
  return inTransaction(db, scope, async (tx) => {
    const named = await clicksInMessages(tx, scope, { now, since });
    const known = await clicksOfKnown(tx, scope, since);
    // A known LINE user may send the code as well.
    const clicks = new Map([...named, ...known].map((found) => [found.click.clickId, found]));
    const heads = await leadHeads(tx, scope, [...new Set([...clicks.values()].map(({ leadId }) => leadId))]);
    for (const { click, leadId } of clicks.values()) {
      // A deleted lead has no origin to record; its click waits in case the lead is restored.
      if (heads.get(leadId)?.deletedAt !== null) continue;
      // oxlint-disable-next-line no-await-in-loop -- in one transaction, one after the other
      await linkClick(tx, scope, { click, leadId });
    }
  });
}

interface LinkedClick {
  click: OpenClick;
  leadId: LeadId;
}

async function clicksInMessages(
  tx: Tx,
  scope: Scope,
  { now, since }: { now: number; since: Date },
): Promise<LinkedClick[]> {
  const heard = await receivedTexts(tx, scope, { since: new Date(now - hourMs), pattern: codePattern });
  const codes = new Map(heard.flatMap((one) => codesIn(one.text).map((code) => [code, one.leadId] as const)));
  if (codes.size === 0) return [];
  const clicks = await lockOpenClicks(tx, scope, { codes: [...codes.keys()], since });
  return clicks.flatMap((click) => {
    const leadId = codes.get(click.code);
    return leadId ? [{ click, leadId }] : [];
  });
}

/** Clicks of known LINE users who have since written, or become friends of the account. */
async function clicksOfKnown(tx: Tx, scope: Scope, since: Date): Promise<LinkedClick[]> {
  const clicks = await lockKnownClicks(tx, scope, since);
  const keyOf = (one: { channelId: string; userId: string }) => `${one.channelId} ${one.userId}`;
  const people = new Map(clicks.map(({ known }) => [keyOf(known), known]));
  const heard = new Map((await lastHeardFrom(tx, scope, [...people.values()])).map((one) => [keyOf(one), one]));
  return clicks.flatMap(({ known, ...click }) => {
    const person = heard.get(keyOf(known));
    return person && person.at >= click.createdAt ? [{ click, leadId: person.leadId }] : [];
  });
}

async function linkClick(tx: Tx, scope: Scope, { click, leadId }: LinkedClick): Promise<void> {
  const { isNew } = await recordOrigin(tx, scope, {
    leadId,
    from: click.pageName,
    said: sourceLines(click.pageName, click.source),
    channelId: click.channelId,
    secondaryChannelId: click.secondaryChannelId,
    since: click.createdAt,
  });
  await tx
    .updateTable("landing_click")
    .set({ lead_id: leadId, line_user: null })
    .where("organization_id", "=", scope.organizationId)
    .where("click_id", "=", click.clickId)
    .execute();
  if (click.webhookUrl !== "") {
    const { clickId: recordID, source, createdAt } = click;
    const page = { recordID: click.pageId, name: click.pageName };
    const entry = { recordID, fields: {}, source, createdAt };
    const facts = leadFacts({ page, leadId, isNew, entry });
    await queueDelivery(tx, scope, { pageId: click.pageId, facts });
  }
  if (isNew) await addToDay(tx, scope, { pageId: click.pageId, clicks: 0, leads: 1 });
}
