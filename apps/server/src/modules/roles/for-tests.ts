import type { MenuId, RoleId } from "@homeroom/contract/ids";
import type { RoleForm } from "@homeroom/contract/roles";
import type { FastifyInstance } from "fastify";
import { type buildAccount, signInAs } from "#modules/accounts/for-tests";
import { menuIdOf } from "#modules/menus/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import type { TestDatabase } from "#platform/db/for-tests";

type PersonOptions = Parameters<typeof buildAccount>[2];

/** Somebody signed in. */
export async function buildPerson(base: TestDatabase, organization: TestOrganization, given: PersonOptions = {}) {
  return signInAs(base.db, organization, given);
}

/** Gives an account further roles, or these instead of the ones that it has. */
export async function holdRoles(
  base: TestDatabase,
  organization: TestOrganization,
  { accountId, roleIds, instead = false }: { accountId: string; roleIds: readonly RoleId[]; instead?: boolean },
): Promise<void> {
  if (instead) await base.owner.query("delete from account_role where account_id = $1", [accountId]);
  await base.owner.query(
    "insert into account_role (organization_id, account_id, role_id) select $1, $2, unnest($3::uuid[])",
    [organization.organizationId, accountId, roleIds],
  );
}

/** The ids of entries and buttons by their names: "LeadList", "crm:lead:query". */
export function menuIds(...names: string[]): MenuId[] {
  return names.map(menuIdOf);
}

/** A role created by a call, with its grants. */
export async function makeRole(
  app: FastifyInstance,
  token: string,
  { menus = [], ...form }: { name: string; discountLimit?: number; copyFrom?: RoleId; menus?: string[] },
): Promise<RoleId> {
  const made = await callApi<{ recordID: RoleId }>(app, "POST /api_basic/Roles", { token, body: form });
  const roleId = made.body.resultData?.recordID;
  if (!roleId) throw new Error(`The role was refused: ${JSON.stringify(made.body)}`);
  if (menus.length > 0) await callApi(app, `PUT /api_basic/Roles/${roleId}/menus`, { token, body: menuIds(...menus) });
  return roleId;
}

/** A role as its form returns it. */
export async function roleForm(app: FastifyInstance, token: string, roleId: RoleId): Promise<RoleForm> {
  const { body } = await callApi<RoleForm>(app, `GET /api_basic/Roles/${roleId}/form`, { token });
  if (!body.resultData) throw new Error(`There is no role ${roleId}`);
  return body.resultData;
}
