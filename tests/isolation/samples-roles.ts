import { MenuId, RoleId } from "@homeroom/contract/ids";
import { menus } from "@homeroom/contract/menus";
import { roles } from "@homeroom/contract/roles";
import { v7 } from "uuid";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

let names = 0;
const newName = () => `新角色${++names}`;
/** The menu is one for all organisations, and its calls are the platform's. */
const platformOnly = { walls: [], expect: "blank" } as const;

export const roleSamples: Samples["roles"] = {
  page: of(roles.page, {
    requests: ({ roleName }) => [{ pageSize: 100 }, { keywords: roleName }, { keywords: roleName, status: 1 }],
    expect: "blank",
    shows: ({ roleId }) => roleId,
    walls: organizationOnly,
  }),
  options: rowless(roles.options, {}, { shows: ({ roleName }) => roleName }),
  form: named(roles.form, ({ roleId }) => ({ id: roleId }), {
    shows: ({ roleName }) => roleName,
    walls: organizationOnly,
  }),
  menuIds: named(roles.menuIds, ({ roleId }) => ({ id: roleId }), { walls: organizationOnly }),
  accounts: named(roles.accounts, ({ roleId }) => ({ id: roleId }), {
    shows: ({ staff }) => staff.staffId,
    walls: organizationOnly,
  }),
  add: of(roles.add, {
    requests: () => [{ id: RoleId.parse(v7()), name: newName() }],
    expect: "blank",
    mixed: (_mine, { roleId }) => [{ name: newName(), copyFrom: roleId }],
    walls: organizationOnly,
  }),
  edit: named(roles.edit, ({ roleId }) => ({ id: roleId, version: 1, name: newName() }), { walls: organizationOnly }),
  grant: named(roles.grant, ({ roleId }) => ({ id: roleId, menuIds: [] }), {
    mixed: (mine) => [{ id: mine.roleId, menuIds: [MenuId.parse(v7())] }],
    walls: organizationOnly,
  }),
  remove: named(roles.remove, ({ roleId }) => ({ ids: [roleId], confirm: true }), {
    mixed: (mine, theirs) => [{ ids: [mine.roleId, theirs.roleId], confirm: true }],
    walls: organizationOnly,
  }),
  viewAs: named(roles.viewAs, ({ roleId }) => ({ id: roleId }), { walls: organizationOnly }),
  endViewAs: rowless(roles.endViewAs, {}),
};

const newEntry = () => ({ type: "CATALOG" as const, name: newName(), routePath: `/entry-${++names}` });

export const menuSamples: Samples["menus"] = {
  routes: rowless(menus.routes, {}),
  options: rowless(menus.options, {}),
  list: of(menus.list, { requests: () => [{}], ...platformOnly }),
  form: of(menus.form, { requests: () => [{ id: MenuId.parse(v7()) }], ...platformOnly }),
  add: of(menus.add, { requests: () => [newEntry()], ...platformOnly }),
  edit: of(menus.edit, { requests: () => [{ id: MenuId.parse(v7()), version: 1, ...newEntry() }], ...platformOnly }),
  remove: of(menus.remove, { requests: () => [{ id: MenuId.parse(v7()) }], ...platformOnly }),
  uses: of(menus.uses, { requests: () => [{ id: MenuId.parse(v7()) }], ...platformOnly }),
  importPlan: of(menus.importPlan, { requests: () => [{}], ...platformOnly }),
  importTree: of(menus.importTree, { requests: () => [{}], ...platformOnly }),
};
