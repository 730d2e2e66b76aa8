import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { MenuId } from "./ids.ts";
import { editedFields } from "./some-fields.ts";

const RouteMeta = z.object({
  /** Key of the title in the web app's texts; unknown keys are shown as they are. */
  title: z.string(),
  titles: z.object({ "zh-tw": z.string(), "zh-cn": z.string(), en: z.string() }).optional(),
  icon: z.string(),
  hidden: z.boolean(),
  keepAlive: z.literal(true).optional(),
  alwaysShow: z.boolean(),
  params: z.record(z.string(), z.string()).nullable(),
});

export interface RouteNode {
  path: string;
  /** "Layout", the name of a view, or absent for a link that leaves the product. */
  component?: string;
  redirect?: string;
  name: string;
  meta: z.infer<typeof RouteMeta>;
  children?: RouteNode[];
}

const RouteNode: z.ZodType<RouteNode> = z.lazy(() =>
  z.object({
    path: z.string(),
    component: z.string().optional(),
    redirect: z.string().optional(),
    name: z.string(),
    meta: RouteMeta,
    children: z.array(RouteNode).optional(),
  }),
);

export const menuTypes = ["CATALOG", "MENU", "BUTTON", "EXTLINK"] as const;
const MenuType = z.enum(menuTypes);
export type MenuType = z.infer<typeof MenuType>;

const Titles = z.object({
  "zh-tw": z.string().trim().max(100),
  "zh-cn": z.string().trim().max(100),
  en: z.string().trim().max(100),
});
const flag = z.number().int().min(0).max(1);

/** Null at the top; the number 0 also means the top. */
const ParentId = z.preprocess(
  (value) => (value === 0 || value === "0" || value === "" ? null : value),
  MenuId.nullable(),
);

const menuFields = {
  parentId: ParentId.default(null),
  type: MenuType,
  /** Key of its title in the web app's texts, or the title itself; for a button, its name. */
  name: z.string().trim().min(1, "MENU_NAME_REQUIRED").max(100),
  /** These replace the name where they are filled in. */
  titles: Titles.nullable().default(null),
  routeName: z.string().trim().max(100).default(""),
  routePath: z.string().trim().max(500).default(""),
  component: z.string().trim().max(200).default(""),
  redirect: z.string().trim().max(500).default(""),
  perm: z.string().trim().max(100).default(""),
  icon: z.string().trim().max(60).default(""),
  sort: z.number().int().min(0).max(1_000_000).default(0),
  visible: flag.default(1),
  keepAlive: flag.default(0),
  alwaysShow: flag.default(0),
  params: z
    .array(z.object({ key: z.string().trim().min(1).max(100), value: z.string().max(500) }))
    .max(20)
    .default([]),
};

export const AddMenuForm = z.object({ id: MenuId.optional(), ...menuFields });
export type AddMenuForm = z.infer<typeof AddMenuForm>;
/** Fields that are left out stay as they are. */
export const EditMenuForm = z.object({ id: MenuId, version: z.number().int().optional(), ...editedFields(menuFields) });
export type EditMenuForm = z.infer<typeof EditMenuForm>;

const shownMenu = {
  id: MenuId,
  parentId: MenuId.nullable(),
  type: MenuType,
  name: z.string(),
  titles: Titles.nullable(),
  routeName: z.string(),
  routePath: z.string(),
  component: z.string(),
  redirect: z.string(),
  perm: z.string(),
  icon: z.string(),
  sort: z.number().int(),
  visible: flag,
  keepAlive: flag,
  alwaysShow: flag,
  /** Whether it belongs to the product's own tree. */
  isProduct: z.boolean(),
};

export interface MenuRow extends z.infer<z.ZodObject<typeof shownMenu>> {
  children?: MenuRow[];
}
const MenuRow: z.ZodType<MenuRow> = z.lazy(() => z.object({ ...shownMenu, children: z.array(MenuRow).optional() }));

const MenuForm = z.object({
  ...shownMenu,
  params: z.array(z.object({ key: z.string(), value: z.string() })),
  version: z.number().int(),
});
export type MenuForm = z.infer<typeof MenuForm>;

export interface MenuOption {
  value: string;
  label: string;
  type: MenuType;
  titles: z.infer<typeof Titles> | null;
  perm: string;
  visible: 0 | 1;
  /** Granted automatically to roles with the permissions that it needs; nobody ticks it. */
  follows: boolean;
  /** Whether the caller may grant it to a role; for a button: whether they hold its permission. */
  grantable: boolean;
  children?: MenuOption[];
}
const MenuOption: z.ZodType<MenuOption> = z.lazy(() =>
  z.object({
    value: z.string(),
    label: z.string(),
    type: MenuType,
    titles: Titles.nullable(),
    perm: z.string(),
    visible: z.union([z.literal(0), z.literal(1)]),
    follows: z.boolean(),
    grantable: z.boolean(),
    children: z.array(MenuOption).optional(),
  }),
);

const OneMenu = z.object({ id: MenuId });
const Named = z.object({ id: MenuId, name: z.string(), type: MenuType });
const formErrors = [
  "MENU_NAME_REQUIRED",
  "MENU_PARENT_INVALID",
  "MENU_PATH_REQUIRED",
  "MENU_PATH_EXISTS",
  "MENU_VIEW_REQUIRED",
  "MENU_LINK_INVALID",
  "MENU_PERMISSION_INVALID",
  "MENU_ROUTE_NAME_EXISTS",
] as const;

/** What loading the product's own tree would change. */
const MenuImportPlan = z.object({
  /** New in the product. */
  added: z.array(Named),
  /** The product has changed them since. */
  changed: z.array(Named.extend({ fields: z.array(z.string()) })),
  /** No longer in the product. */
  removed: z.array(Named),
  /** Changed here; they stay so unless restoring is requested. */
  edited: z.array(Named.extend({ fields: z.array(z.string()) })),
  /** Deleted here; they stay deleted unless restoring is requested. */
  deleted: z.array(Named),
});
export type MenuImportPlan = z.infer<typeof MenuImportPlan>;

export const menus = {
  routes: endpoint("GET /api_basic/Menus/Routes", {
    summary: "The menus granted to the caller's roles, as a tree of routes.",
    access: "session",
    whileRestricted: "two-step",
    request: z.object({}),
    response: z.array(RouteNode),
  }),
  list: endpoint("GET /api_basic/Menus", {
    summary: "The whole product's menu as a tree, with its buttons.",
    access: "sys:menu:query",
    request: z.object({ keywords: z.string().trim().max(100).optional(), status: flag.optional() }),
    response: z.array(MenuRow),
  }),
  options: endpoint("GET /api_basic/Menus/options", {
    summary: "The menu as a tree of choices, with its buttons: for parent entries, and for a role's permissions.",
    access: ["sys:role:query", "sys:menu:query"],
    request: z.object({}),
    response: z.array(MenuOption),
  }),
  form: endpoint("GET /api_basic/Menus/{id}/form", {
    summary: "One menu entry.",
    access: "sys:menu:query",
    request: OneMenu,
    response: MenuForm,
    errors: ["NOT_FOUND"],
  }),
  add: endpoint("POST /api_basic/Menus", {
    summary: "Creates a menu entry.",
    access: "sys:menu:add",
    request: AddMenuForm,
    response: z.object({ recordID: MenuId }),
    errors: formErrors,
  }),
  edit: endpoint("PUT /api_basic/Menus/{id}", {
    summary: "Saves a menu entry.",
    access: "sys:menu:edit",
    request: EditMenuForm,
    response: z.null(),
    errors: [...formErrors, "NOT_FOUND", "STALE_DATA"],
  }),
  remove: endpoint("DELETE /api_basic/Menus/{id}", {
    summary: "Deletes a menu entry and everything below it.",
    access: "sys:menu:delete",
    request: OneMenu,
    response: z.null(),
    errors: ["NOT_FOUND"],
  }),
  uses: endpoint("GET /api_basic/Menus/{id}/uses", {
    summary: "What deleting a menu entry affects: entries below it, and roles and organisations that have any of them.",
    access: "sys:menu:query",
    request: OneMenu,
    response: z.object({ entries: z.number().int(), roles: z.number().int(), organizations: z.number().int() }),
    errors: ["NOT_FOUND"],
  }),
  importPlan: endpoint("GET /api_basic/Menus/ImportPlan", {
    summary: "What restoring the product's own menu would change.",
    access: "sys:menu:edit",
    request: z.object({}),
    response: MenuImportPlan,
  }),
  importTree: endpoint("POST /api_basic/Menus/Import", {
    summary:
      "Updates to the product's own menu; permissions stay. `restore` also restores entries that were changed or deleted here.",
    access: "sys:menu:edit",
    request: z.object({ restore: z.boolean().default(false) }),
    response: z.object({ added: z.number().int(), changed: z.number().int(), removed: z.number().int() }),
  }),
};
