import { type OrganizationId, RoleId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { type DefaultRole, defaultRoles, grants, permissions } from "@homeroom/contract/permissions";
import { type AddRoleForm, roles } from "@homeroom/contract/roles";
import { v7 } from "uuid";
import { giveMenus, grantMenus, menusOfRole } from "#modules/menus/public";
import { withRightsLock } from "#modules/sign-in/public";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import type { Database, Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireLimitWithin, requireWithinOwnRights } from "../policy.ts";
import { codesOf, discountLimitOf, isNameTaken, loadRole, permissionsOfRoles, roleName } from "../queries.ts";
import { basisPoints, codeFor, defaultRoleTexts, percent } from "../rules.ts";
import { recordRoleChange } from "../writes.ts";
import { refusingTakenNames } from "./refuse-taken-names.ts";

/**
 * Creates a role, empty or with the rights of another one. A repeated call with the same id returns that role.
 * Throws ROLE_NAME_EXISTS, NOT_FOUND if the role to copy does not exist, and ROLE_BEYOND_OWN_RIGHTS if that one can
 * do more than the actor.
 */
export function addRole(db: Database, caller: Actor, form: AddRoleForm): Promise<{ recordID: RoleId }> {
  const scope = sharedScope(caller);
  const recordID = form.id ?? RoleId.parse(v7());
  return refusingTakenId(takenId("id"), () =>
    refusingTakenNames(() =>
      withRightsLock(db, caller, async (tx, actor) => {
        requireAccess(actor, roles.add);
        if (form.id && (await roleName(tx, scope, form.id)) !== null) return { recordID };
        if (await isNameTaken(tx, scope, form.name)) throw nameTaken();
        const taken = await codesOf(tx, scope);
        const { name, description, status } = form;
        const source = form.copyFrom ? await loadRole(tx, scope, form.copyFrom) : null;
        const limit = form.discountLimit === null && source ? source.discount_limit : basisPoints(form.discountLimit);
        requireLimitWithin(await discountLimitOf(tx, scope, actor), limit);
        await tx
          .insertInto("role")
          .values({
            organization_id: scope.organizationId,
            role_id: recordID,
            code: codeFor(name, (code) => taken.has(code)),
            name,
            description,
            status,
            discount_limit: limit,
            created_by: actor.accountId,
            updated_by: actor.accountId,
          })
          .execute();
        const copied = await copyRights(tx, scope, { actor, to: recordID, from: form.copyFrom ?? null });
        await recordRoleChange(tx, actor, "created", {
          id: recordID,
          name,
          after: { name, description, status, ...(limit !== null && { discountLimit: percent(limit) }), ...copied },
        });
        return { recordID };
      }),
    ),
  );
}

interface Copy {
  actor: Actor;
  to: RoleId;
  from: RoleId | null;
}

async function copyRights(tx: Tx, scope: Scope, { actor, to, from }: Copy) {
  if (from === null) {
    await giveMenus(tx, scope, { roleId: to, menuIds: [], permissions: [] });
    return {};
  }
  requirePermission(actor, "sys:role:grant");
  const source = await loadRole(tx, scope, from);
  const given = await permissionsOfRoles(tx, scope, [from]);
  const copied = permissions.filter((one) => grants(given, one) && (actor.isPlatform || !isPlatforms(one)));
  requireWithinOwnRights(actor, copied);
  if (copied.length > 0) {
    const rows = copied.map((permission) => ({ organization_id: scope.organizationId, role_id: to, permission }));
    await tx.insertInto("role_permission").values(rows).execute();
  }
  await giveMenus(tx, scope, { roleId: to, menuIds: await menusOfRole(tx, scope, from), permissions: copied });
  return { copiedFrom: source.name, permissions: copied };
}

const isPlatforms = (permission: string) => permission.startsWith("sys:menu:") || permission.startsWith("sys:dict:");

/** The error for a taken name, at its field. */
export function nameTaken(): AppError {
  return new AppError("ROLE_NAME_EXISTS", {}, { fields: [{ field: "name", name: "ROLE_NAME_EXISTS" }] });
}

/** Gives a new organisation its four default roles with their permissions and menus. Returns their ids. */
export async function createDefaultRoles(
  tx: Tx,
  organization: { organizationId: OrganizationId; language: Language },
  newId: () => string = v7,
): Promise<Record<DefaultRole, RoleId>> {
  const { organizationId, language } = organization;
  const codes = Object.keys(defaultRoles) as DefaultRole[];
  const ids = Object.fromEntries(codes.map((code) => [code, RoleId.parse(newId())])) as Record<DefaultRole, RoleId>;
  const roles = codes.map((code) => ({
    organization_id: organizationId,
    role_id: ids[code],
    code,
    name: defaultRoleTexts[code].name[language],
    description: defaultRoleTexts[code].description[language],
    is_default: true,
  }));
  const permissions = codes.flatMap((code) =>
    defaultRoles[code].map((permission) => ({ organization_id: organizationId, role_id: ids[code], permission })),
  );
  await tx.insertInto("role").values(roles).execute();
  await tx.insertInto("role_permission").values(permissions).execute();
  await grantMenus(tx, organizationId);
  return ids;
}
