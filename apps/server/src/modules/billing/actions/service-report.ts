import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { drawReceipt } from "#modules/orders/public";
import { organizationOf, timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { dayOf } from "#platform/clock/days";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Download } from "#platform/http/download";
import { reportSheet } from "../rules/report-sheet.ts";
import { lockService } from "../writes/ad-service.ts";

/** What came of a service as a PDF. Throws NOT_FOUND, also before there is a report. */
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
