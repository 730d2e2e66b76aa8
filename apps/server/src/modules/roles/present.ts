import type { RoleForm, RoleHolder, RoleRow } from "@homeroom/contract/roles";
import type { Actor } from "#platform/auth/actor";
import { shownText } from "#platform/language/built-in-texts";
import { roleAbilities } from "./policy.ts";
import type { holdersOf, Role } from "./queries.ts";
import { builtInRole, percent, shownRoleName } from "./rules.ts";

export function presentRole(actor: Actor, role: Role): RoleRow {
  return {
    id: role.role_id,
    name: shownRoleName(role),
    code: role.code,
    description: shownText(role.description, builtInRole(role.code)?.description),
    status: role.status,
    isDefault: role.is_default,
    accountCount: role.account_count,
    permissionCount: role.permission_count,
    createTime: role.created_at.toISOString(),
    updateTime: role.updated_at.toISOString(),
    version: role.version,
    can: roleAbilities(actor, { isDefault: role.is_default, beyond: role.beyond }),
  };
}

export function presentRoleForm(actor: Actor, role: Role, isOwn: boolean): RoleForm {
  return {
    ...presentRole(actor, role),
    discountLimit: percent(role.discount_limit),
    creator: role.creator,
    updater: role.updater,
    isOwn,
  };
}

type Holder = Awaited<ReturnType<typeof holdersOf>>[number];

export function presentHolder(holder: Holder): RoleHolder {
  return {
    accountID: holder.account_id,
    nickname: holder.nickname,
    status: holder.status,
    isOwner: holder.is_owner,
    onlyRole: holder.only_role && !holder.is_owner,
  };
}
