import type { RoleId } from "@homeroom/contract/ids";
import { grants } from "@homeroom/contract/permissions";
import { type EditRoleForm, roles } from "@homeroom/contract/roles";
import { viewersOf, withRightsLock } from "#modules/sign-in/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Database, Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { storedText } from "#platform/language/built-in-texts";
import { requireLimitWithin, requireStillManages, requireWithinOwnRights, withinReach } from "../policy.ts";
import { discountLimitOf, holdersOf, isNameTaken, lockRoles, permissionsOfRoles } from "../queries.ts";
import { basisPoints, builtInRole, percent, type SellingRole } from "../rules.ts";
import { recordRoleChange } from "../writes.ts";
import { nameTaken } from "./add-role.ts";
import { notifyHolders, otherRolesOf } from "./notify-holders.ts";
import { refusingTakenNames } from "./refuse-taken-names.ts";
import { requireDiscountsWithin } from "./require-discounts-within.ts";

/**
 * Saves a role's name, description, status and discount limit; what was not sent stays. Switched off, its people lose it at once. Throws NOT_FOUND, STALE_DATA,
 * ROLE_NAME_EXISTS, ROLE_BEYOND_OWN_RIGHTS, and ROLE_LOCKS_YOU_OUT if the actor could no longer manage roles.
 */
export function editRole(db: Database, caller: Actor, form: EditRoleForm): Promise<null> {
  const scope = sharedScope(caller);
  return refusingTakenNames(() =>
    withRightsLock(db, caller, async (tx, actor) => {
      requireAccess(actor, roles.edit);
      const [role] = await lockRoles(tx, scope, [form.id]);
      if (!role) throw new AppError("NOT_FOUND");
      const given = await permissionsOfRoles(tx, scope, [form.id]);
      requireWithinOwnRights(actor, given, withinReach(actor));
      requireVersion(role, form.version);
      if (await isNameTaken(tx, scope, form.name, form.id)) throw nameTaken();
      const builtIn = builtInRole(role.code);
      const name = storedText(form.name, role.name, builtIn?.name);
      const description =
        form.description === undefined
          ? role.description
          : storedText(form.description, role.description, builtIn?.description);
      const { status = role.status } = form;
      const limit = form.discountLimit === undefined ? role.discount_limit : basisPoints(form.discountLimit);
      if (limit !== role.discount_limit) requireLimitWithin(await discountLimitOf(tx, scope, actor), limit);
      const before = {
        name: role.name,
        description: role.description,
        status: role.status,
        discountLimit: percent(role.discount_limit),
      };
      const after = { name, description, status, discountLimit: percent(limit) };
      if (JSON.stringify(before) === JSON.stringify(after)) return null;

      const holders = await holdersOf(tx, scope, [form.id]);
      if (status !== role.status) {
        const selling = { permissions: given, discountLimit: limit };
        await requireSwitchable(tx, scope, { actor, roleId: form.id, status, after: selling, holders });
      }
      await tx
        .updateTable("role")
        .set({
          name,
          description,
          status,
          discount_limit: limit,
          version: role.version + 1,
          updated_at: new Date(),
          updated_by: actor.accountId,
        })
        .where("organization_id", "=", scope.organizationId)
        .where("role_id", "=", form.id)
        .execute();
      await recordRoleChange(tx, actor, status === role.status ? "edited" : status === 1 ? "enabled" : "disabled", {
        id: form.id,
        name,
        before,
        after,
      });
      const viewers = await viewersOf(tx, scope, [form.id]);
      // A new name changes nobody's rights, but people who view as the role see its name.
      await notifyHolders(tx, scope, { holders: status === role.status ? [] : holders, viewers });
      return null;
    }),
  );
}

interface RoleSwitch {
  actor: Actor;
  roleId: RoleId;
  status: number;
  after: SellingRole;
  holders: Awaited<ReturnType<typeof holdersOf>>;
}

/** Switching off must leave the actor able to manage roles; switching on must not give more discount than theirs. */
async function requireSwitchable(
  tx: Tx,
  scope: Scope,
  { actor, roleId, status, after, holders }: RoleSwitch,
): Promise<void> {
  if (status === 1) return requireDiscountsWithin(tx, scope, { actor, roleId, before: [], after, holders });
  if (!holders.some((one) => one.account_id === actor.accountId)) return;
  const others = await otherRolesOf(tx, scope, { accountId: actor.accountId, without: [roleId] });
  const left = await permissionsOfRoles(tx, scope, others);
  requireStillManages(actor, (permission) => grants(left, permission));
}
