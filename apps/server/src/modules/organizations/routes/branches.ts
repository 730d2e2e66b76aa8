import { branches } from "@homeroom/contract/branches";
import { member } from "@homeroom/contract/member";
import { can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addBranch } from "../actions/add-branch.ts";
import { closeBranch, leadSourcesOf, openBranch } from "../actions/close-branch.ts";
import { deleteBranch } from "../actions/delete-branch.ts";
import { editBranch } from "../actions/edit-branch.ts";
import type { LeadSourcesOf, People } from "../port.ts";
import { presentBranch, presentBranchInfo } from "../present.ts";
import { isLastOpen, loadBranch, strandedWithout, useOf } from "../queries/branch-details.ts";
import { listBranches } from "../queries/branch-list.ts";
import { branchesOf } from "../queries/places.ts";

interface BranchData {
  people: People;
  leadSources: readonly LeadSourcesOf[];
}

/** Binds the calls of the branches. */
export function bindBranchRoutes(bind: Binder, { db }: Platform, { people, leadSources }: BranchData): void {
  bind(member.branchList, async (_, { actor }) => {
    const scope = sharedScope(actor);
    const found = await inTransaction(db, scope, (tx) => branchesOf(tx, scope));
    return found
      .filter((branch) => actor.branchIds.includes(branch.branchId))
      .map((branch) => ({ value: branch.branchId, label: branch.name }));
  });

  bind(branches.list, async (request, { actor }) => {
    const scope = sharedScope(actor);
    const { rows, ...page } = await inTransaction(db, scope, (tx) => listBranches(tx, scope, request));
    const { pageNum, pageSize } = request;
    return { ...page, list: rows.map((branch) => presentBranch(branch, actor)), pageNum, pageSize };
  });

  bind(branches.info, ({ recordID }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const branch = await loadBranch(tx, scope, recordID);
      return presentBranchInfo(branch, actor, {
        use: await useOf(tx, scope, recordID, actor.accountId),
        isLastOpen: await isLastOpen(tx, scope, branch),
        stranded: await strandedWithout(tx, scope, recordID),
        leadSources: can(actor, "org:branch:edit") ? await leadSourcesOf(tx, scope, recordID, leadSources) : [],
      });
    });
  });

  bind(branches.add, (form, { actor }) => addBranch(db, people, actor, form));
  bind(branches.edit, (form, { actor }) => editBranch(db, actor, form));
  bind(branches.remove, ({ recordID }, { actor }) => deleteBranch(db, people, actor, recordID));
  bind(branches.updateStatus, ({ recordID, status, confirm }, { actor }) =>
    status === 1
      ? openBranch(db, actor, recordID)
      : closeBranch(db, { people, leadSources }, actor, { branchId: recordID, confirmed: confirm }),
  );
}
