import type { RequestOf } from "@homeroom/contract/endpoint";
import type { AccountId } from "@homeroom/contract/ids";
import type { twoStep } from "@homeroom/contract/two-step";
import { forgetSecondStep, renewRecoveryCodes, rightsChanged } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { demandsSecondStep } from "../../queries/own-account.ts";
import { recordAccountChange } from "../../writes.ts";
import { announceSecurity } from "../announce-security.ts";
import { type OwnStep, withOwnStep } from "./take-own-step.ts";

type Proof = RequestOf<typeof twoStep.end>;

/** Turns off the actor's own second step, unless the organisation requires one. */
export async function endTwoStep(own: OwnStep, actor: Actor, proof: Proof): Promise<void> {
  const scope = sharedScope(actor);
  await withOwnStep(own, actor, proof, async (tx, record) => {
    if (await demandsSecondStep(tx, scope, actor.accountId)) throw new AppError("ACCOUNT_TWO_STEP_DEMANDED");
    await removeSecondStep(tx, scope, actor.accountId);
    await rightsChanged(tx, scope, [actor.accountId]);
    await recordAccountChange(tx, actor, "twoStepDisabled", { id: actor.accountId, name: record.nickname });
    await announceSecurity(tx, record, "twoStepOff");
  });
}

/** Issues ten new recovery codes to the actor; the earlier ones become invalid. */
export function renewOwnCodes(own: OwnStep, actor: Actor, proof: Proof): Promise<string[]> {
  const scope = sharedScope(actor);
  return withOwnStep(own, actor, proof, async (tx, record) => {
    await recordAccountChange(tx, actor, "edited", {
      id: actor.accountId,
      name: record.nickname,
      before: { recoveryCodes: "old" },
      after: { recoveryCodes: "new" },
    });
    await announceSecurity(tx, record, "newCodes");
    return renewRecoveryCodes(own.secrets, tx, scope, actor.accountId);
  });
}

/** Removes the second step of an account and all its data. */
export async function removeSecondStep(tx: Tx, scope: Scope, accountId: AccountId): Promise<void> {
  await tx
    .updateTable("account")
    .set({ two_step_secret: null, two_step_enabled_at: null })
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .execute();
  await forgetSecondStep(tx, scope, accountId);
}
