import { MenuId } from "@homeroom/contract/ids";
import { type AddMenuForm, type EditMenuForm, menus } from "@homeroom/contract/menus";
import { withSent } from "@homeroom/contract/some-fields";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { menusChanged } from "../events.ts";
import { presentMenuForm } from "../present.ts";
import { loadMenu, type MenuRecord, wholeMenu } from "../queries.ts";
import { columnsOf, faultsOf, type MenuColumns, subtreeOf } from "../rules/menu-rules.ts";
import { menuLock } from "./import-menus.ts";

/**
 * Creates an entry of the product's menu. A repeated call with the same id returns that entry. Throws the menu's errors by
 * field.
 */
export function addMenu(db: Database, actor: Actor, form: AddMenuForm): Promise<{ recordID: MenuId }> {
  requireAccess(actor, menus.add);
  const recordID = form.id ?? MenuId.parse(v7());
  return inTransaction(db, sharedScope(actor), async (tx) => {
    const all = await lockMenu(tx);
    if (all.some((menu) => menu.menu_id === recordID)) return { recordID };
    const columns = checked(form, all, null);
    const { platform_only } = all.find((menu) => menu.menu_id === form.parentId) ?? { platform_only: false };
    await tx
      .insertInto("menu")
      .values({ menu_id: recordID, ...columns, platform_only, updated_by: actor.accountId })
      .execute();
    await recordMenuChange(tx, actor, { action: "created", menuId: recordID, name: form.name, after: columns });
    return { recordID };
  });
}

/** Saves an entry; what was not sent stays. Throws NOT_FOUND, STALE_DATA, and the menu's errors by field. */
export function editMenu(db: Database, actor: Actor, sent: EditMenuForm): Promise<null> {
  requireAccess(actor, menus.edit);
  return inTransaction(db, sharedScope(actor), async (tx) => {
    const all = await lockMenu(tx);
    const menu = await loadMenu(tx, sent.id);
    requireVersion(menu, sent.version);
    const form = withSent(presentMenuForm(menu), sent);
    // A catalogue with entries stays a catalogue: the entries have no other place.
    const hasScreens = all.some((other) => other.parent_id === form.id && other.type !== "BUTTON");
    if (hasScreens && form.type !== "CATALOG") throw refused([{ field: "type", name: "MENU_PARENT_INVALID" }]);
    const columns = checked(form, all, form.id);
    await tx
      .updateTable("menu")
      .set({ ...columns, version: menu.version + 1, updated_at: new Date(), updated_by: actor.accountId })
      .where("menu_id", "=", form.id)
      .execute();
    await recordMenuChange(tx, actor, {
      action: "edited",
      menuId: form.id,
      name: form.name,
      before: shown(menu, columns),
      after: columns,
    });
    return null;
  });
}

/** The menu, locked until the transaction ends: its rules check all of it. */
async function lockMenu(tx: Tx): Promise<MenuRecord[]> {
  await sql`select pg_advisory_xact_lock(${menuLock})`.execute(tx);
  return wholeMenu(tx);
}

function checked(form: AddMenuForm, all: readonly MenuRecord[], own: MenuId | null): MenuColumns {
  const faults = faultsOf(form, all, own);
  if (faults.length > 0) throw refused(faults);
  return columnsOf(form);
}

function refused(faults: ReturnType<typeof faultsOf>): AppError {
  const [first] = faults;
  return new AppError(first?.name ?? "FIELD_INVALID", {}, { fields: faults });
}

/** The part of an entry that the form writes, in the same form, for comparison. */
function shown(menu: MenuRecord, columns: MenuColumns): Record<string, unknown> {
  const before = Object.keys(columns).map((name) => [name, menu[name as keyof MenuColumns]] as const);
  return Object.fromEntries(
    before.map(([name, value]) => [name, value !== null && typeof value === "object" ? JSON.stringify(value) : value]),
  );
}

interface MenuChange {
  action: "created" | "edited" | "deleted" | "imported";
  menuId: string;
  name: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Logs the change and notifies everybody to reload the menu. */
export async function recordMenuChange(
  tx: Tx,
  actor: Actor,
  { action, menuId, name, before, after }: MenuChange,
): Promise<void> {
  await recordChange(tx, actor, {
    module: "menu",
    action,
    subject: { type: "menu", id: menuId, name },
    ...(before && { before }),
    ...(after && { after }),
  });
  await emit(tx, menusChanged, {
    organizationId: actor.organizationId,
    aggregateId: actor.organizationId,
    payload: {},
  });
}

/**
 * Deletes an entry with everything below it. Roles keep their permissions; deleted product entries are remembered, so that
 * the import leaves them out and can restore them. Throws NOT_FOUND.
 */
export function removeMenu(db: Database, actor: Actor, menuId: MenuId): Promise<null> {
  requireAccess(actor, menus.remove);
  return inTransaction(db, sharedScope(actor), async (tx) => {
    const all = await lockMenu(tx);
    const menu = all.find((one) => one.menu_id === menuId);
    if (!menu) throw new AppError("NOT_FOUND");
    const ids = subtreeOf(all, menuId);
    const gone = all.filter((one) => ids.has(one.menu_id));
    const ours = gone.filter((one) => one.definition !== null);
    if (ours.length > 0) {
      const rows = ours.map(({ menu_id, name }) => ({ menu_id, name, removed_by: actor.accountId }));
      await tx
        .insertInto("removed_menu")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await tx.deleteFrom("menu").where("menu_id", "=", menuId).execute();
    const entries = gone.map((one) => one.name);
    await recordMenuChange(tx, actor, { action: "deleted", menuId, name: menu.name, before: { entries } });
    return null;
  });
}
