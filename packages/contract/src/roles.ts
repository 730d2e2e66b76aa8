import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, MenuId, RoleId } from "./ids.ts";
import { Option, PageRequest, pageOf } from "./paging.ts";
import { editedFields } from "./some-fields.ts";

const status = z.number().int().min(0).max(1);
/** A percentage of up to two decimals. */
const DiscountLimit = z.number().min(0).max(100).nullable();

const roleFields = {
  name: z.string().trim().min(1, "ROLE_NAME_REQUIRED").max(100),
  description: z.string().trim().max(2000).default(""),
  /** 1 on, 0 off: its holders lose its permissions at once. */
  status: status.default(1),
  /** The largest discount that its holders may give, in percent of the price; null: no limit. */
  discountLimit: DiscountLimit.default(null),
};

export const AddRoleForm = z.object({
  /** May be proposed by the caller, so that a create can be repeated safely. */
  id: RoleId.optional(),
  ...roleFields,
  /** Copies the permissions of this role. */
  copyFrom: RoleId.nullable().optional(),
});
export type AddRoleForm = z.infer<typeof AddRoleForm>;

/** Fields that are left out stay as they are. */
export const EditRoleForm = z.object({ id: RoleId, version: z.number().int().optional(), ...editedFields(roleFields) });
export type EditRoleForm = z.infer<typeof EditRoleForm>;

/** What the caller may do with a role: nothing if it has permissions that they lack themselves. */
const RoleAbilities = z.object({
  edit: z.boolean(),
  grant: z.boolean(),
  delete: z.boolean(),
  viewAs: z.boolean(),
});

const roleFacts = {
  id: RoleId,
  name: z.string(),
  code: z.string(),
  description: z.string(),
  status,
  isDefault: z.boolean(),
  accountCount: z.number().int(),
  permissionCount: z.number().int(),
  createTime: z.string(),
  updateTime: z.string(),
  version: z.number().int(),
  can: RoleAbilities,
};

const RoleRow = z.object(roleFacts);
export type RoleRow = z.infer<typeof RoleRow>;

const RoleForm = z.object({
  ...roleFacts,
  discountLimit: DiscountLimit,
  creator: z.string(),
  updater: z.string(),
  /** Whether the caller holds it. */
  isOwn: z.boolean(),
});
export type RoleForm = z.infer<typeof RoleForm>;

/** `grantable`: whether the caller may assign it. */
const RoleOption = Option.extend({
  code: z.string(),
  status,
  isDefault: z.boolean(),
  grantable: z.boolean(),
});

const RoleHolder = z.object({
  accountID: AccountId,
  nickname: z.string(),
  status: z.number().int(),
  isOwner: z.boolean(),
  /** Without this role the person could no longer sign in. */
  onlyRole: z.boolean(),
});
export type RoleHolder = z.infer<typeof RoleHolder>;

const OneRole = z.object({ id: RoleId });

export const roles = {
  page: endpoint("GET /api_basic/Roles/page", {
    summary: "The organisation's roles, page by page: default ones first, then newest first.",
    access: "sys:role:query",
    request: PageRequest.extend({ keywords: z.string().trim().max(100).optional(), status: status.optional() }),
    response: pageOf(RoleRow),
  }),
  options: endpoint("GET /api_basic/Roles/options", {
    summary: "The roles to choose from.",
    access: [
      "sys:role:query",
      "hr:staff:query",
      "hr:staff:add",
      "hr:staff:edit",
      "hr:staff:import",
      "hr:teacher:query",
      "sys:user:query",
      "sys:user:add",
      "sys:user:edit",
    ],
    request: z.object({}),
    response: z.array(RoleOption),
  }),
  form: endpoint("GET /api_basic/Roles/{id}/form", {
    summary: "One role.",
    access: "sys:role:query",
    request: OneRole,
    response: RoleForm,
    errors: ["NOT_FOUND"],
  }),
  menuIds: endpoint("GET /api_basic/Roles/{id}/menuIds", {
    summary: "The menu entries and buttons that a role has.",
    access: "sys:role:query",
    request: OneRole,
    response: z.array(MenuId),
    errors: ["NOT_FOUND"],
  }),
  accounts: endpoint("GET /api_basic/Roles/{id}/accounts", {
    summary: "The holders of a role: their number, and the first hundred by name.",
    access: "sys:role:query",
    request: OneRole,
    response: z.object({ count: z.number().int(), list: z.array(RoleHolder) }),
    errors: ["NOT_FOUND"],
  }),
  add: endpoint("POST /api_basic/Roles", {
    summary: "Creates a role.",
    access: "sys:role:add",
    request: AddRoleForm,
    response: z.object({ recordID: RoleId }),
    errors: ["ROLE_NAME_REQUIRED", "ROLE_NAME_EXISTS", "ROLE_BEYOND_OWN_RIGHTS", "NOT_FOUND"],
  }),
  edit: endpoint("PUT /api_basic/Roles/{id}", {
    summary: "Saves a role's name, description and status.",
    access: "sys:role:edit",
    request: EditRoleForm,
    response: z.null(),
    errors: [
      "NOT_FOUND",
      "ROLE_NAME_REQUIRED",
      "ROLE_NAME_EXISTS",
      "ROLE_BEYOND_OWN_RIGHTS",
      "ROLE_LOCKS_YOU_OUT",
      "STALE_DATA",
    ],
  }),
  grant: endpoint("PUT /api_basic/Roles/{id}/menus", {
    summary: "Replaces a role's menu entries and buttons, including half-checked parents.",
    access: "sys:role:grant",
    request: z.object({ id: RoleId, version: z.number().int().optional(), menuIds: z.array(MenuId).max(5000) }),
    listAs: "menuIds",
    response: z.null(),
    errors: ["NOT_FOUND", "ROLE_BEYOND_OWN_RIGHTS", "ROLE_LOCKS_YOU_OUT", "STALE_DATA"],
  }),
  remove: endpoint("DELETE /api_basic/Roles/{ids}", {
    summary: "Deletes roles, all or none. Roles that accounts have need `confirm`; the accounts lose them.",
    access: "sys:role:delete",
    request: z.object({ ids: z.array(RoleId).min(1).max(100), confirm: z.boolean().default(false) }),
    response: z.null(),
    errors: [
      "NOT_FOUND",
      "ROLE_DEFAULT_PROTECTED",
      "ROLE_HAS_ACCOUNTS",
      "ROLE_BEYOND_OWN_RIGHTS",
      "ROLE_LOCKS_YOU_OUT",
    ],
  }),
  viewAs: endpoint("POST /api_basic/Roles/{id}/view-as", {
    summary: "Shows the product to this session as a role sees it, within the caller's own permissions.",
    access: "sys:role:grant",
    request: OneRole,
    response: z.null(),
    errors: ["NOT_FOUND"],
  }),
  endViewAs: endpoint("POST /api_basic/Roles/view-as/end", {
    summary: "Gives this session its own permissions again.",
    access: "session",
    request: z.object({}),
    response: z.null(),
    whileRestricted: "two-step",
  }),
};
