import type { BranchId, FileId } from "@homeroom/contract/ids";
import { member } from "@homeroom/contract/member";
import { workplaceOf } from "#modules/organizations/public";
import { roleName } from "#modules/roles/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inReadOnlyTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { completeTour } from "../actions/own-account/edit-own-account.ts";
import { type FileAddresses, presentColleagues, presentUser } from "../present/users.ts";
import { colleaguesWithRole, ownAccount } from "../queries/people.ts";

/** Finds the addresses of pictures; provided by the module of files. */
export type FindFileAddresses = (tx: Tx, scope: Scope, ids: readonly FileId[]) => Promise<FileAddresses>;

export function bindMemberRoutes(bind: Binder, platform: Platform, findAddresses: FindFileAddresses): void {
  bind(member.user, (_, { actor }) => {
    const scope = sharedScope(actor);
    return inReadOnlyTransaction(platform.db, scope, async (tx) => {
      const [account, workplace, viewedRole] = await Promise.all([
        ownAccount(tx, scope, actor.accountId),
        workplaceOf(tx, scope, actor.branchId),
        actor.viewsAs ? roleName(tx, scope, actor.viewsAs) : null,
      ]);
      if (!account || !workplace) throw new AppError("TOKEN_INVALID");
      const pictures = [account.avatar_file_id, workplace.logoFileId].filter((id) => id !== null);
      const addresses = await findAddresses(tx, scope, pictures);
      const viewsAs = actor.viewsAs && viewedRole ? { id: actor.viewsAs, name: viewedRole } : null;
      const documentsUrl = platform.settings.DOCUMENTS_URL;
      return presentUser(actor, { account, workplace, viewsAs, documentsUrl }, addresses);
    });
  });

  bind(member.completeTour, (_, { actor }) => completeTour(platform.db, actor));

  const colleagues = (actor: Actor, role: "sales" | "tutor", branchID: BranchId | undefined) => {
    const scope = sharedScope(actor);
    return inReadOnlyTransaction(platform.db, scope, async (tx) => {
      const people = await colleaguesWithRole(tx, scope, role);
      const pictures = people.flatMap((person) => person.avatarFileId ?? []);
      return presentColleagues(people, branchesShown(actor, branchID), await findAddresses(tx, scope, pictures));
    });
  };
  bind(member.salesList, (request, { actor }) => colleagues(actor, "sales", request.branchID));
  bind(member.tutorList, (request, { actor }) => colleagues(actor, "tutor", request.branchID));
}

/** The requested branch if the actor may enter it, otherwise all of theirs, the current one first. */
function branchesShown(actor: Actor, wanted: BranchId | undefined): readonly BranchId[] {
  if (wanted) return actor.branchIds.filter((id) => id === wanted);
  return [actor.branchId, ...actor.branchIds.filter((id) => id !== actor.branchId)];
}
