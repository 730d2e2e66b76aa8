import { adServices } from "@homeroom/contract/ad-services";
import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { organizationOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { adTitle } from "../rules/ad-title.ts";
import { lockService, saveService } from "../writes/ad-service.ts";

/** Agrees to the terms of a service that waits; agreed already, it stays so. Throws NOT_FOUND and ORDER_STATE_CONFLICT. */
export function agreeService(db: Database, actor: Actor, serviceId: RecordId): Promise<null> {
  requireAccess(actor, adServices.agree);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const service = await lockService(tx, scope, serviceId);
    if (!service?.status) throw new AppError("NOT_FOUND");
    if (service.agreed_at) return null;
    if (service.status !== "waiting") throw new AppError("ORDER_STATE_CONFLICT");
    await saveService(tx, scope, serviceId, { agreed_at: new Date(), agreed_by: actor.accountId });
    const name = adTitle(service.type, (await organizationOf(tx, scope))?.locale ?? "");
    await recordChange(tx, actor, {
      module: "billing",
      action: "confirmed",
      subject: { type: "adService", id: serviceId, name },
    });
    return null;
  });
}
