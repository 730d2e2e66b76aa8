import { type OrganizationId, RoleId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { type DefaultRole, defaultRoles } from "@homeroom/contract/permissions";
import { v7 } from "uuid";
import { grantMenus } from "#modules/menus/public";
import type { Tx } from "#platform/db/transaction";
import { defaultRoleTexts } from "../rules.ts";

/** Gives a new organisation its four default roles with their permissions and menus; answers their ids. */
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
