import type { RequestOf } from "@homeroom/contract/endpoint";
import { RecordId, type RoleId } from "@homeroom/contract/ids";
import { login, type SignedIn } from "@homeroom/contract/login";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { branchById } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { hashToken, newToken } from "#platform/auth/tokens";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Origin } from "../rules/networks.ts";
import type { PasswordCheck } from "./check-password.ts";
import { endSession } from "./end-sessions.ts";
import { holdPassword } from "./hold-account.ts";

interface Switch {
  checkPassword: PasswordCheck;
  form: RequestOf<typeof login.switchBranch>;
  origin: Origin;
}

/**
 * Switches to another branch that the actor may enter: opens a session there with a new token, and ends the current
 * one, in one transaction. Of two concurrent switches of a session the second finds it ended (TOKEN_INVALID).
 */
export async function switchBranch(
  db: Database,
  actor: Actor,
  { checkPassword, form, origin }: Switch,
): Promise<SignedIn> {
  requireAccess(actor, login.switchBranch);
  const { branchID, password } = form;
  if (!actor.branchIds.includes(branchID)) throw new AppError("NOT_FOUND");
  const refusal = "BRANCH_WRONG_PASSWORD";
  const { isInitialized, passwordHash } = await checkPassword(actor, { password, refusal, field: "password" });
  const scope = sharedScope(actor);
  const token = newToken();
  const sessionId = RecordId.parse(v7());
  await inTransaction(db, scope, async (tx) => {
    const [from, to] = [await branchById(tx, scope, actor.branchId), await branchById(tx, scope, branchID)];
    if (to?.status !== 1) throw new AppError("NOT_FOUND");
    await holdPassword(tx, scope, { accountId: actor.accountId, passwordHash, refusal });
    if (!(await endSession(tx, scope, actor.sessionId))) throw new AppError("TOKEN_INVALID");
    await tx
      .insertInto("session")
      .values({
        organization_id: scope.organizationId,
        session_id: sessionId,
        token_hash: hashToken(token),
        account_id: actor.accountId,
        branch_id: branchID,
        address: origin.ip.slice(0, 64),
        user_agent: origin.userAgent.slice(0, 255),
        means: "password",
        view_as_role_id: actor.viewsAs,
      })
      .execute();
    await recordChange(tx, actor, {
      module: "login",
      action: "branchSwitched",
      subject: { type: "branch", id: branchID, name: to.name },
      before: { branch: from?.name ?? "" },
      after: { branch: to.name },
    });
  });
  return {
    token,
    accountID: actor.accountId,
    isPasswordInitialized: isInitialized,
    organizationId: actor.organizationId,
    branchID,
  };
}

/** Lets a session view the product as a role, within its own rights; null: ends that. */
export async function viewSessionAs(
  tx: Tx,
  scope: Scope,
  { sessionId, roleId }: { sessionId: string; roleId: RoleId | null },
): Promise<void> {
  await tx
    .updateTable("session")
    .set({ view_as_role_id: roleId })
    .where("organization_id", "=", scope.organizationId)
    .where("session_id", "=", RecordId.parse(sessionId))
    .execute();
}
