import { restoreAdvertising } from "./advertising-rows.ts";
import { restoreAssistant } from "./assistant-rows.ts";
import { atRest } from "./at-rest.ts";
import { restoreBilling } from "./billing-rows.ts";
import { restoreBroadcasts } from "./broadcast-rows.ts";
import { restoreBulk } from "./bulk-rows.ts";
import type { ChangeLog, Moment } from "./change-log.ts";
import { restoreChatState } from "./chat-state-rows.ts";
import { restoreComposer } from "./composer-rows.ts";
import { restoreEmail } from "./email-rows.ts";
import { restoreFamily } from "./family-rows.ts";
import { restoreHolding } from "./holding-rows.ts";
import { restoreImages } from "./image-rows.ts";
import { restoreLandingPages } from "./landing-rows.ts";
import { restoreLeadCard } from "./lead-card-rows.ts";
import { restoreLine } from "./line-rows.ts";
import { restoreNotices } from "./notice-rows.ts";
import { restoreOrders } from "./order-rows.ts";
import { restorePlainLists } from "./plain-list-rows.ts";
import { restorePlatforms } from "./platform-rows.ts";
import { restoreProducts } from "./product-rows.ts";
import { stageRole } from "./role-rows.ts";
import type { Rows } from "./rows.ts";
import { restoreRules } from "./rule-rows.ts";
import { restoreStaff } from "./staff-rows.ts";
import { type Stage, statementsNaming } from "./stage.ts";
import { restoreTemplates } from "./template-rows.ts";
import type { World } from "./world.ts";

/**
 * Puts back what calls have changed: the failed message, the abandoned delivery, the spare branch, and the versions that
 * requests name. Skips rows that no change since the last time can have touched. Waits for jobs first: one that is halfway
 * through would write over what was put back.
 */
export async function restoreRows(world: Pick<World, "base" | "changes">, rows: Rows): Promise<void> {
  const { base, changes } = world;
  await atRest(world);
  const last = restoredAt.get(rows);
  // Taken before looking for changes: a change committed afterwards counts next time.
  const start = await changes.now();
  const changed = last === undefined ? changes.tables : await tablesChanged(changes, last, rows);
  if (changed.length === 0) return;
  await writeRows({ base: { ...base, owner: statementsNaming(changed, changes) } }, rows);
  restoredAt.set(rows, start);
}

/** When rows were last put back. Changes by others during that time count as later changes. */
const restoredAt = new WeakMap<Rows, Moment>();

/** Only rows of one organisation are put back, and every session in which someone views the product as a role. */
async function tablesChanged(changes: ChangeLog, last: Moment, rows: Rows): Promise<string[]> {
  const made = await changes.since(last);
  return made
    .filter(({ table, organizationId }) => table === "session" || organizationId === rows.organizationId)
    .map(({ table }) => table);
}

async function writeRows(stage: Stage, rows: Rows): Promise<void> {
  await restoreInbox(stage, rows);
  await restoreNotices(stage, rows);
  await restoreSettings(stage, rows);
  await restoreFamily(stage, rows);
  await restorePlaces(stage, rows);
  await restoreStaff(stage, rows.staff);
  await restoreRules(stage, rows);
  await stageRole(stage, rows);
  await restoreBulk(stage, rows);
  await restoreLeadCard(stage, rows);
  await restoreChatState(stage, rows);
  await restoreTemplates(stage, rows);
  await restoreBroadcasts(stage, rows);
  await restoreOrders(stage, rows);
  await restorePlatforms(stage, rows);
  await restoreBilling(stage, rows);
  await restoreAssistant(stage, rows);
  await restoreHolding(stage, rows);
  await restoreComposer(stage, rows);
  await restoreLine(stage, rows);
  await restoreEmail(stage, rows);
  await restoreProducts(stage, rows);
  await restoreImages(stage, rows);
  await restoreLandingPages(stage, rows);
  await restoreAdvertising(stage, rows);
  await restorePlainLists(stage, rows);
  // Someone who views the product as a role has only that role's permissions, and no other call could be judged.
  await stage.base.owner.query("update session set view_as_role_id = null where view_as_role_id is not null");
  rows.version = (await versionOf(stage, "lead", rows.leadId)) ?? rows.version;
}

async function restoreInbox({ base }: Stage, rows: Rows): Promise<void> {
  await base.owner.query(
    "update message set state = 'failed', error_class = 'permanent', error_code = '131000', error_reason = 'unknown' where message_id = $1",
    [rows.failedId],
  );
  await base.owner.query(
    "update inbound_delivery set given_up_at = now(), processed_at = null, problem = $2 where delivery_id = $1",
    [rows.deliveryId, rows.problem],
  );
  const open = "update channel set status = 1, stopped_at = null, stopped_reason = null where channel_id = $1";
  await base.owner.query(open, [rows.channelId]);
  // The last contact is through another channel.
  await base.owner.query(
    `update conversation set contact_id = person.contact_id from channel_contact as person
     where conversation.conversation_id = $1 and person.organization_id = conversation.organization_id
       and person.lead_id = conversation.lead_id and person.channel_id = $2`,
    [rows.conversationId, rows.channelId],
  );
}

/** A shared view, an item and a channel that no lead has, a campaign link. */
async function restoreSettings({ base }: Stage, rows: Rows): Promise<void> {
  await base.owner.query(
    `insert into saved_view (organization_id, view_id, account_id, screen, name, query, is_shared)
     select organization_id, $2, account_id, 'leads', $3, 'status=1', true from account where account_id = $1
     on conflict do nothing`,
    [rows.salesId, rows.viewId, rows.viewName],
  );
  await base.owner.query(
    `insert into list_item (organization_id, item_id, project_id, name) values ($1, $2::uuid, 8, $2::uuid::text)
     on conflict do nothing`,
    [rows.organizationId, rows.spareItemId],
  );
  await base.owner.query(
    `insert into lead_channel (organization_id, lead_channel_id, name) values ($1, $2::uuid, $2::uuid::text)
     on conflict do nothing`,
    [rows.organizationId, rows.spareChannelId],
  );
  await base.owner.query(
    `insert into utm_link (organization_id, utm_link_id, url, source, medium, campaign, link)
     values ($1, $2::uuid, '', '', '', '', $2::uuid::text) on conflict do nothing`,
    [rows.organizationId, rows.utmLinkId],
  );
  await base.owner.query("update utm_link set deleted_at = null where utm_link_id = $1", [rows.utmLinkId]);
  await base.owner.query(
    `insert into recipient_list (organization_id, list_id, branch_id, owner_id, name, query_rule, lead_count)
     values ($1, $2, $3, $4, $5, '{}', 0)
     on conflict (organization_id, list_id) do update set deleted_at = null, open_status = 1`,
    [rows.organizationId, rows.targetId, rows.branchId, rows.salesId, rows.targetName],
  );
}

async function restorePlaces({ base }: Stage, rows: Rows): Promise<void> {
  await base.owner.query(
    `insert into branch (organization_id, branch_id, name, time_zone, sort)
     select organization_id, $1::uuid, $1::uuid::text, 'Asia/Hong_Kong', 100 from branch where branch_id = $2
     on conflict (organization_id, branch_id) do update set status = 1, version = 1, name = excluded.name`,
    [rows.spareBranchId, rows.branchId],
  );
  rows.organizationVersion =
    (await versionOf({ base }, "organization", rows.organizationId)) ?? rows.organizationVersion;
  await base.owner.query(
    `insert into department (organization_id, department_id, name, code)
     values ($1, $2::uuid, '教務部', $2::uuid::text) on conflict do nothing`,
    [rows.organizationId, rows.departmentId],
  );
  rows.departmentVersion = (await versionOf({ base }, "department", rows.departmentId)) ?? rows.departmentVersion;
}

/** Undefined when it cannot have changed, as the statement was left out. */
async function versionOf(
  { base }: Stage,
  table: "lead" | "organization" | "department",
  id: string,
): Promise<number | undefined> {
  const found = await base.owner.query<{ version: number }>(`select version from ${table} where ${table}_id = $1`, [
    id,
  ]);
  return found.rows[0]?.version;
}
