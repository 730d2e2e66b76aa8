import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { LiffAccount } from "#modules/inbox/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { PublishedContent } from "../../rules/landing-page.ts";
import { addTrackedEvent } from "../../tracking/writes/add-tracked-event.ts";

/** A press is followed by its LIFF app within this time. */
const followsWithin = "1 hour";

interface Press {
  clickId: string;
  content: PublishedContent;
}

/** The page of a recent click on a LINE button; undefined if there is no such click. */
export async function pressOf(
  { db }: Pick<Platform, "db">,
  { organizationId }: Pick<LiffAccount, "organizationId">,
  code: string,
): Promise<Press | undefined> {
  const found = await inTransaction(db, organizationScope(organizationId), (tx) =>
    sql<Press>`
      select click.click_id as "clickId", version.content
      from landing_click click join landing_version version using (organization_id, version_id)
      where click.organization_id = ${organizationId} and click.code = ${code} and ${isFresh}`.execute(tx),
  );
  return found.rows[0];
}

const isFresh = sql`click.action = 'line' and click.created_at > now() - ${followsWithin}::interval`;

/**
 * Stores LINE's id of the visitor of a click, and reports it to LINE's advertising. Idempotent; the first id stays. False: there
 * is no such click, or somebody else made it.
 */
export function keepVisitor({ db }: Pick<Platform, "db">, account: LiffAccount, claim: VisitorClaim): Promise<boolean> {
  const scope = organizationScope(account.organizationId);
  return inTransaction(db, scope, async (tx) => {
    const press = await takePress(tx, scope, { account, claim });
    if (!press) return false;
    const { clickId: eventId, pageId, versionId } = press;
    await addTrackedEvent(tx, scope, {
      ...{ eventId, pageId, versionId, kind: "press", fields: {} },
      ...{ source: press.source, at: press.createdAt, known: { user: claim.userId, channel: account.number } },
    });
    return true;
  });
}

interface VisitorClaim {
  code: string;
  /** LINE's id of the visitor. */
  userId: string;
}

async function takePress(tx: Tx, scope: Scope, { account, claim }: { account: LiffAccount; claim: VisitorClaim }) {
  const found = await sql<TakenPress>`
    update landing_click click set line_user = ${claim.userId}, line_channel_id = ${account.channelId}
    where organization_id = ${scope.organizationId} and code = ${claim.code} and ${isFresh} and lead_id is null
      and (line_user is null or line_user = ${claim.userId})
    returning click_id as "clickId", page_id as "pageId", version_id as "versionId", source, created_at as "createdAt"`.execute(
    tx,
  );
  return found.rows[0];
}

interface TakenPress {
  clickId: RecordId;
  pageId: RecordId;
  versionId: RecordId;
  source: Record<string, string>;
  createdAt: Date;
}
