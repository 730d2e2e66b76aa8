import { roles } from "@homeroom/contract/roles";
import { menuIdsOfRole } from "#modules/menus/public";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addRole } from "./actions/add-role.ts";
import { editRole } from "./actions/edit-role.ts";
import { grantRole } from "./actions/grant-role.ts";
import { removeRoles } from "./actions/remove-roles.ts";
import { endViewAsRole, viewAsRole } from "./actions/view-as-role.ts";
import { withinReach } from "./policy.ts";
import { presentHolder, presentRole, presentRoleForm } from "./present.ts";
import { allRoles, holdersOf, listRoles, loadRole, permissionsOfRoles, roleName } from "./queries.ts";
import { shownRoleName } from "./rules.ts";

const holdersShown = 100;

/** Binds the calls of roles and permissions. */
export function bindRoleRoutes(bind: Binder, { db }: Platform): void {
  bind(roles.page, (request, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const page = await listRoles(tx, scope, { ...request, reach: withinReach(actor) });
      const { pageNum, pageSize } = request;
      const { total, nextCursor } = page;
      return { list: page.roles.map((role) => presentRole(actor, role)), total, nextCursor, pageNum, pageSize };
    });
  });

  bind(roles.options, (_, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const all = await allRoles(tx, scope, withinReach(actor));
      return all.map((role) => ({
        value: role.role_id,
        label: shownRoleName(role),
        code: role.code,
        status: role.status,
        isDefault: role.is_default,
        grantable: !role.beyond,
      }));
    });
  });

  bind(roles.form, ({ id }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const role = await loadRole(tx, scope, id, withinReach(actor));
      const holders = await holdersOf(tx, scope, [id]);
      const isOwn = holders.some((holder) => holder.account_id === actor.accountId);
      return presentRoleForm(actor, role, isOwn);
    });
  });

  bind(roles.menuIds, ({ id }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      if ((await roleName(tx, scope, id)) === null) throw new AppError("NOT_FOUND");
      const permissions = await permissionsOfRoles(tx, scope, [id]);
      return menuIdsOfRole(tx, scope, { roleId: id, permissions, withPlatform: actor.isPlatform });
    });
  });

  bind(roles.accounts, ({ id }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      if ((await roleName(tx, scope, id)) === null) throw new AppError("NOT_FOUND");
      const holders = await holdersOf(tx, scope, [id]);
      return { count: holders.length, list: holders.slice(0, holdersShown).map(presentHolder) };
    });
  });

  bind(roles.add, (form, { actor }) => addRole(db, actor, form));
  bind(roles.edit, (form, { actor }) => editRole(db, actor, form));
  bind(roles.grant, (grant, { actor }) => grantRole(db, actor, grant));
  bind(roles.remove, (request, { actor }) => removeRoles(db, actor, request));
  bind(roles.viewAs, ({ id }, { actor }) => viewAsRole(db, actor, id));
  bind(roles.endViewAs, (_, { actor }) => endViewAsRole(db, actor));
}
