import { RecordId } from "@homeroom/contract/ids";
import { type CustomList, customLists, maxChannels, maxItems, usualTagColor } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Tx } from "#platform/db/transaction";
import { channelsOf, itemsOf } from "../queries.ts";
import { lockList } from "./lock-list.ts";

/** The longest name. */
const maxNameLength = 50;

const same = (name: string) => name.normalize("NFKC").trim().toLowerCase();

/**
 * Creates the missing items of a custom list in the caller's transaction, within the actor's rights and the list's
 * limit: the rest is silently left out.
 */
export async function addMissingItems(
  tx: Tx,
  actor: Actor,
  { list, names }: { list: CustomList; names: readonly string[] },
): Promise<void> {
  if (names.length === 0 || !(can(actor, "org:field:add") || can(actor, "crm:option:add"))) return;
  const scope = sharedScope(actor);
  await lockList(tx, scope, `list:${list}`);
  const items = await itemsOf(tx, scope, list);
  const wanted = missing(names, items).slice(0, Math.max(0, maxItems[list] - items.length));
  const color = list === customLists.tags ? usualTagColor : null;
  let sort = items.at(-1)?.sort ?? 0;
  for (const name of wanted) {
    sort += 1;
    const id = RecordId.parse(v7());
    await tx
      .insertInto("list_item")
      .values({ organization_id: scope.organizationId, item_id: id, project_id: list, code: null, name, color, sort })
      .execute();
    await recordChange(tx, actor, {
      module: "list",
      action: "created",
      subject: { type: "listItem", id, name },
      after: { list, name, color, sort },
    });
  }
}

/** The same for lead channels: primary ones, or those below a primary one. */
export async function addMissingChannels(
  tx: Tx,
  actor: Actor,
  { parentId, names }: { parentId: RecordId | null; names: readonly string[] },
): Promise<void> {
  if (names.length === 0 || !can(actor, "org:channel:add")) return;
  const scope = sharedScope(actor);
  await lockList(tx, scope, "channels");
  const channels = await channelsOf(tx, scope);
  const level = channels.filter(({ parent_id: parent }) => (parent === null) === (parentId === null));
  const room = (parentId === null ? maxChannels.primary : maxChannels.secondary) - level.length;
  const beside = level.filter(({ parent_id: parent }) => parent === parentId);
  let sort = Math.max(0, ...channels.map((channel) => channel.sort));
  for (const name of missing(names, beside).slice(0, Math.max(0, room))) {
    sort += 1;
    const id = RecordId.parse(v7());
    await tx
      .insertInto("lead_channel")
      .values({
        organization_id: scope.organizationId,
        lead_channel_id: id,
        parent_id: parentId,
        code: null,
        name,
        sort,
      })
      .execute();
    await recordChange(tx, actor, {
      module: "list",
      action: "created",
      subject: { type: "leadChannel", id, name },
      after: { name, ...(parentId && { parentID: parentId }) },
    });
  }
}

/** The missing names, each once. */
function missing(names: readonly string[], there: readonly { name: string }[]): string[] {
  const known = new Set(there.map(({ name }) => same(name)));
  return names
    .map((name) => name.trim())
    .filter((name) => {
      const isNew = name !== "" && name.length <= maxNameLength && !known.has(same(name));
      known.add(same(name));
      return isNew;
    });
}
