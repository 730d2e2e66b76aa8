import type { RequestOf } from "@homeroom/contract/endpoint";
import type { operators } from "@homeroom/contract/operators";
import { recordChange } from "#modules/audit/public";
import { giveGrant } from "#modules/billing/public";
import { organizationOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireOperator } from "../policy.ts";

/**
 * Makes a grant to a centre, with a reason that both sides can read in their logs. Idempotent by id.
 * Throws NOT_FOUND if the centre does not exist, FIELD_INVALID for fractions of a whole unit.
 */
export async function grantTo(db: Database, actor: Actor, form: RequestOf<typeof operators.grant>): Promise<null> {
  requireOperator(actor, "sys:operator:edit");
  const { organizationID, kind, amount, reason } = form;
  const scope = organizationScope(organizationID);
  const name = await inTransaction(db, scope, async (tx) => {
    const centre = await organizationOf(tx, scope);
    if (!centre) throw new AppError("NOT_FOUND");
    const isNew = await giveGrant(tx, scope, { grantId: form.recordID, kind, amount, reason });
    if (!isNew) return null;
    await recordChange(
      tx,
      { organizationId: organizationID, accountId: null, nickname: "" },
      {
        module: "billing",
        action: "created",
        subject: { type: "planGrant", id: form.recordID, name: centre.name },
        before: {},
        after: { [`${kind}Granted`]: amount, reason },
      },
    );
    return centre.name;
  });
  if (name === null) return null;
  // The operator's own log has the centre and the grant.
  const own = organizationScope(actor.organizationId);
  await inTransaction(db, own, (tx) =>
    recordChange(tx, actor, {
      module: "billing",
      action: "created",
      subject: { type: "planGrant", id: form.recordID, name },
      before: {},
      after: { [`${kind}Granted`]: amount, reason },
    }),
  );
  return null;
}
