import { BranchId, OrganizationId, type RoleId } from "@homeroom/contract/ids";
import type { DefaultRole } from "@homeroom/contract/permissions";
import { v7 } from "uuid";
import { createDefaultLists } from "#modules/lists/public";
import { importMenus } from "#modules/menus/public";
import { createDefaultRoles } from "#modules/roles/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import type { People } from "./port.ts";

export interface TestOrganization {
  organizationId: OrganizationId;
  scope: Scope;
  branchIds: [BranchId, BranchId];
  roles: Record<DefaultRole, RoleId>;
}

/** An organisation with two open branches, its default roles and lists. */
export async function buildOrganization(db: Database, name = "音樂小屋"): Promise<TestOrganization> {
  const organizationId = OrganizationId.parse(v7());
  const branchIds: [BranchId, BranchId] = [BranchId.parse(v7()), BranchId.parse(v7())];
  const scope = organizationScope(organizationId);
  await importMenus(db);
  const language = "zh-tw" as const;
  const roles = await inTransaction(db, scope, async (tx) => {
    await tx.insertInto("organization").values({ organization_id: organizationId, name }).execute();
    await tx
      .insertInto("branch")
      .values(
        branchIds.map((branchId, index) => ({
          organization_id: organizationId,
          branch_id: branchId,
          name: index === 0 ? "旺角分校" : "沙田分校",
          time_zone: "Asia/Hong_Kong",
          sort: index,
        })),
      )
      .execute();
    await createDefaultLists(tx, { organizationId, language });
    return createDefaultRoles(tx, { organizationId, language });
  });
  return { organizationId, scope, branchIds, roles };
}

/** A stub of people for other tests: no passwords, sessions or owner. */
export const nobody: People = {
  checkPassword: async () => undefined,
  endSessionsAt: async () => undefined,
  stepDemandChanged: async () => undefined,
  admitToBranch: async () => undefined,
  ownerOf: async () => undefined,
  awaitsPayment: async () => false,
};
