import { isDeepStrictEqual } from "node:util";
import { branches, type EditBranchForm, leaseFits } from "@homeroom/contract/branches";
import { withSent } from "@homeroom/contract/some-fields";
import { sql } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { lockBranch } from "../queries/branch-details.ts";
import { branchColumns, branchFields } from "../rules/forms.ts";
import { publishBranchChange } from "./publish-branch-change.ts";
import { refusingTakenName } from "./refuse-taken-name.ts";

/** Saves a branch's data; omitted fields stay. Throws NOT_FOUND, or STALE_DATA when someone saved since `version`. */
export function editBranch(db: Database, actor: Actor, form: EditBranchForm): Promise<null> {
  requireAccess(actor, branches.edit);
  const scope = sharedScope(actor);
  return refusingTakenName(() =>
    inTransaction(db, scope, async (tx) => {
      const before = await lockBranch(tx, scope, form.recordID);
      requireVersion(before, form.version);
      const { recordID: _branch, version: _version, ...sent } = form;
      const { status: _status, ...stored } = branchFields(before);
      const edited = withSent(stored, sent);
      // The contract compared the days in the request; the other day may be the stored one.
      if (!leaseFits(edited)) throw new AppError("BRANCH_LEASE_ENDS_EARLY");
      const columns = branchColumns(edited);
      if (isDeepStrictEqual(branchFields({ ...before, ...columns }), branchFields(before))) return null;
      const after = await tx
        .updateTable("branch")
        .set({
          ...columns,
          version: sql<number>`version + 1`,
          updated_at: new Date(),
          updated_by: actor.accountId,
        })
        .where("organization_id", "=", scope.organizationId)
        .where("branch_id", "=", form.recordID)
        .returningAll()
        .executeTakeFirstOrThrow();
      await publishBranchChange(tx, actor, { action: "edited", before, after });
      return null;
    }),
  );
}
