import { adServices } from "@homeroom/contract/ad-services";
import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { recordChange } from "#modules/audit/public";
import { drawReceipt } from "#modules/orders/public";
import { organizationOf, timeZoneOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { dayOf } from "#platform/clock/days";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Download } from "#platform/http/download";
import { adTitle } from "../rules/ad-title.ts";
import { reportSheet } from "../rules/report-sheet.ts";
import { lockService, saveService } from "../writes/ad-service.ts";

/** Agrees to the terms of a waiting service. Idempotent. Throws NOT_FOUND and ORDER_STATE_CONFLICT. */
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

/** The results of a service as a PDF. Throws NOT_FOUND, also before there is a report. */
export async function serviceReport(
  db: Database,
  actor: Actor,
  { serviceId, language }: { serviceId: RecordId; language: Language },
): Promise<Download> {
  const scope = sharedScope(actor);
  const sheet = await inTransaction(db, scope, async (tx) => {
    const service = await lockService(tx, scope, serviceId);
    const { report, reported_at: reportedAt } = service ?? {};
    if (!service || !report || !reportedAt) throw new AppError("NOT_FOUND");
    const timeZone = await timeZoneOf(tx, scope, null);
    const day = (moment: Date | null) => (moment ? dayOf(moment, timeZone) : "");
    return reportSheet(
      { ...service, report },
      {
        language,
        organization: (await organizationOf(tx, scope))?.name ?? "",
        from: day(service.started_at),
        until: day(service.ended_at),
        reportedOn: day(reportedAt),
      },
    );
  });
  const body = await drawReceipt(sheet);
  return { body, contentType: "application/pdf", fileName: `report-${serviceId.slice(-12)}.pdf`, size: body.length };
}
