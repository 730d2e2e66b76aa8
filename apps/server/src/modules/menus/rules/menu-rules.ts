import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import type { MenuId } from "@homeroom/contract/ids";
import type { AddMenuForm } from "@homeroom/contract/menus";
import { permissions } from "@homeroom/contract/permissions";

type Form = Omit<AddMenuForm, "id">;

/** The fields of the other entries that a form is checked against. */
export interface KnownMenu {
  menu_id: MenuId;
  parent_id: MenuId | null;
  type: "CATALOG" | "MENU" | "BUTTON" | "EXTLINK";
  route_name: string;
  route_path: string;
}

export interface MenuFault {
  field: keyof Form;
  name: RefusalName;
}

/** The columns that staff can change. */
export type MenuColumns = ReturnType<typeof columnsOf>;

/**
 * The stored fields of a form, by its type: a catalogue uses the layout and at the top begins with "/"; a link keeps
 * its address and has no view; a button has only its name, parent, permission and place.
 */
export function columnsOf(form: Form) {
  const { type, parentId } = form;
  const isButton = type === "BUTTON";
  const filled = form.titles && Object.values(form.titles).some((title) => title !== "") ? form.titles : null;
  const params = type === "MENU" || type === "EXTLINK" ? form.params : [];
  return {
    parent_id: parentId,
    type,
    name: form.name,
    titles: filled ? JSON.stringify(filled) : null,
    route_name: isButton ? "" : form.routeName,
    route_path: isButton ? "" : pathOf(form),
    component: type === "CATALOG" ? "Layout" : type === "MENU" ? viewOf(form.component) : "",
    redirect: type === "CATALOG" ? form.redirect : "",
    perm: isButton ? form.perm : "",
    icon: isButton ? "" : form.icon,
    sort: form.sort,
    visible: isButton || form.visible === 1,
    keep_alive: type === "MENU" && form.keepAlive === 1,
    always_show: type === "CATALOG" && form.alwaysShow === 1,
    params: params.length > 0 ? JSON.stringify(Object.fromEntries(params.map(({ key, value }) => [key, value]))) : null,
  };
}

function pathOf({ type, parentId, routePath }: Form): string {
  if (routePath === "" || type === "EXTLINK") return routePath;
  return parentId === null && !routePath.startsWith("/") ? `/${routePath}` : routePath;
}

/** A view's name is its path below the folder of views, without extension. */
function viewOf(component: string): string {
  return component.replace(/^\/+/, "").replace(/\.(tsx|vue|ts)$/, "");
}

/** The errors of a form by field; `own` is the entry that it edits. */
export function faultsOf(form: Form, others: readonly KnownMenu[], own: MenuId | null): MenuFault[] {
  const faults: MenuFault[] = [];
  const fault = (field: MenuFault["field"], name: RefusalName) => faults.push({ field, name });
  if (!fitsBelow(form, others, own)) fault("parentId", "MENU_PARENT_INVALID");
  if (form.type === "BUTTON") {
    if (!permissions.some((one) => one === form.perm)) fault("perm", "MENU_PERMISSION_INVALID");
    return faults;
  }
  const columns = columnsOf(form);
  if (columns.route_path === "") fault("routePath", "MENU_PATH_REQUIRED");
  else if (form.type === "EXTLINK" && !/^https?:\/\/[^\s]+$/.test(columns.route_path))
    fault("routePath", "MENU_LINK_INVALID");
  else if (isPathTaken(columns, others, own)) fault("routePath", "MENU_PATH_EXISTS");
  if (form.type === "MENU" && columns.component === "") fault("component", "MENU_VIEW_REQUIRED");
  const sameName = (other: KnownMenu) => other.route_name === columns.route_name && other.menu_id !== own;
  if (columns.route_name !== "" && others.some(sameName)) fault("routeName", "MENU_ROUTE_NAME_EXISTS");
  return faults;
}

/** Screens are at the top or in catalogues, buttons below screens, and nothing is below itself. */
function fitsBelow({ parentId, type }: Form, others: readonly KnownMenu[], own: MenuId | null): boolean {
  if (parentId === null) return type !== "BUTTON";
  const parent = others.find((other) => other.menu_id === parentId);
  if (!parent || subtreeOf(others, own).has(parentId)) return false;
  return type === "BUTTON" ? parent.type === "MENU" || parent.type === "CATALOG" : parent.type === "CATALOG";
}

function isPathTaken(columns: MenuColumns, others: readonly KnownMenu[], own: MenuId | null): boolean {
  const wanted = fullPath(columns, others);
  return others.some((other) => other.menu_id !== own && other.type !== "BUTTON" && fullPath(other, others) === wanted);
}

type MenuPosition = Pick<KnownMenu, "menu_id" | "parent_id" | "route_path">;

/** The path of an entry in the router. An entry below another can give only its own segment. */
export function fullPath(entry: Pick<MenuPosition, "parent_id" | "route_path">, all: readonly MenuPosition[]): string {
  if (/^(\/|https?:)/.test(entry.route_path)) return entry.route_path;
  const parent = all.find((other) => other.menu_id === entry.parent_id);
  return parent ? `${fullPath(parent, all)}/${entry.route_path}` : `/${entry.route_path}`;
}

/** An entry's id with the ids of everything below it; empty for none. */
export function subtreeOf(
  all: readonly Pick<KnownMenu, "menu_id" | "parent_id">[],
  menuId: MenuId | null,
): ReadonlySet<MenuId> {
  if (menuId === null) return new Set();
  const found = new Set([menuId]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const entry of all) if (entry.parent_id && found.has(entry.parent_id)) found.add(entry.menu_id);
  }
  return found;
}
