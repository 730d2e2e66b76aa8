import { twoStep } from "@homeroom/contract/two-step";
import { passwordCheck, recoveryCodesLeft, signInLimits } from "#modules/sign-in/public";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { endTwoStep, renewOwnCodes } from "../actions/own-account/end-two-step.ts";
import { confirmTwoStep, startTwoStep } from "../actions/own-account/set-up-two-step.ts";
import { resetTwoStep } from "../actions/reset-sign-in.ts";
import { accountRecord, demandsSecondStep } from "../queries/own-account.ts";

export function bindTwoStepRoutes(bind: Binder, platform: Platform): void {
  const { db, secrets } = platform;
  const stepTries = signInLimits(platform).secondStep;
  const own = { db, secrets, checkPassword: passwordCheck(platform), stepTries };

  bind(twoStep.info, (_, { actor }) => {
    const scope = sharedScope(actor);
    const { accountId } = actor;
    return inTransaction(db, scope, async (tx) => {
      const { two_step_enabled_at: enabledAt } = await accountRecord(tx, scope, { accountId, lock: false });
      return {
        enabled: enabledAt !== null,
        enabledTime: enabledAt?.toISOString() ?? null,
        required: await demandsSecondStep(tx, scope, accountId),
        recoveryCodesLeft: enabledAt ? await recoveryCodesLeft(tx, scope, accountId) : 0,
      };
    });
  });
  bind(twoStep.start, (form, { actor }) => startTwoStep(own, actor, form));
  bind(twoStep.confirm, async ({ code }, { actor }) => ({
    recoveryCodes: await confirmTwoStep(platform, stepTries, actor, code),
  }));
  bind(twoStep.renewCodes, async (proof, { actor }) => ({ recoveryCodes: await renewOwnCodes(own, actor, proof) }));
  bind(twoStep.end, (proof, { actor }) => endTwoStep(own, actor, proof));
  bind(twoStep.reset, ({ recordsn }, { actor }) => resetTwoStep(db, actor, recordsn));
}
