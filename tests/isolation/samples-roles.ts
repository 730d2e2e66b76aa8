import { MenuId, RoleId } from "@homeroom/contract/ids";
import { menus } from "@homeroom/contract/menus";
import { roles } from "@homeroom/contract/roles";
import { v7 } from "uuid";
import { of, organizationOnly, rowless, type Samples } from "./sample.ts";

let named = 0;
const newName = () => `新角色${++named}`;
/** The menu is one for all organisations, and its calls are the platform's. */
const platformOnly = { walls: [], expect: "blank" } as const;

export const roleSamples: Samples["roles"] = {
  page: of(roles.page, {
    requests: ({ roleName }) => [{ pageSize: 100 }, { keywords: roleName }, { keywords: roleName, status: 1 }],
    expect: "blank",
    shows: ({ roleId }) => roleId,
    walls: organizationOnly,
  }),
  options: of(roles.options, {
    requests: () => [{}],
    expect: "blank",
    shows: ({ roleName }) => roleName,
    walls: organizationOnly,
  }),
  form: of(roles.form, {
    requests: ({ roleId }) => [{ id: roleId }],
    expect: "missing",
    shows: ({ roleName }) => roleName,
    walls: organizationOnly,
  }),
  menuIds: of(roles.menuIds, {
    requests: ({ roleId }) => [{ id: roleId }],
    expect: "missing",
    walls: organizationOnly,
  }),
  accounts: of(roles.accounts, {
    requests: ({ roleId }) => [{ id: roleId }],
    expect: "missing",
    shows: ({ staff }) => staff.staffId,
    walls: organizationOnly,
  }),
  add: of(roles.add, {
    requests: () => [{ id: RoleId.parse(v7()), name: newName() }],
    expect: "blank",
    mixed: (_mine, { roleId }) => [{ name: newName(), copyFrom: roleId }],
    walls: organizationOnly,
  }),
  edit: of(roles.edit, {
    requests: ({ roleId }) => [{ id: roleId, version: 1, name: newName() }],
    expect: "missing",
    walls: organizationOnly,
  }),
  grant: of(roles.grant, {
    requests: ({ roleId }) => [{ id: roleId, menuIds: [] }],
    expect: "missing",
    mixed: (mine) => [{ id: mine.roleId, menuIds: [MenuId.parse(v7())] }],
    walls: organizationOnly,
  }),
  remove: of(roles.remove, {
    requests: ({ roleId }) => [{ ids: [roleId], confirm: true }],
    expect: "missing",
    mixed: (mine, theirs) => [{ ids: [mine.roleId, theirs.roleId], confirm: true }],
    walls: organizationOnly,
  }),
  viewAs: of(roles.viewAs, { requests: ({ roleId }) => [{ id: roleId }], expect: "missing", walls: organizationOnly }),
  endViewAs: rowless(roles.endViewAs, {}),
};

const newEntry = () => ({ type: "CATALOG" as const, name: newName(), routePath: `/entry-${++named}` });

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
