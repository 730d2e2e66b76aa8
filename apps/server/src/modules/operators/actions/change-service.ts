import type { RequestOf } from "@homeroom/contract/endpoint";
import { toMinor } from "@homeroom/contract/money";
import type { operators } from "@homeroom/contract/operators";
import { recordChange } from "#modules/audit/public";
import { type AdService, endService, lockService, saveService } from "#modules/billing/public";
import { organizationOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { requireOperator } from "../policy.ts";

type Form = RequestOf<typeof operators.changeService>;

/**
 * Starts a service that its centre approved, or ends it. Ending needs the report, which can be corrected later. Throws
 * STALE_DATA when somebody changed it since `version`, ORDER_STATE_CONFLICT for an invalid step.
 */
export function changeService(db: Database, actor: Actor, form: Form): Promise<null> {
  requireOperator(actor, "sys:operator:edit");
  const scope = organizationScope(form.organizationID);
  return inTransaction(db, scope, async (tx) => {
    const service = await lockService(tx, scope, form.recordID);
    if (!service?.status) throw new AppError("NOT_FOUND");
    if (service.version !== form.version) throw new AppError("STALE_DATA");
    if (form.status === "running") await begin(tx, scope, service);
    else await end(tx, scope, service, form);
    const name = (await organizationOf(tx, scope))?.name ?? "";
    await recordChange(
      tx,
      { organizationId: form.organizationID, accountId: null, nickname: "" },
      {
        module: "billing",
        action: "edited",
        subject: { type: "adService", id: service.service_id, name },
        before: { status: service.status },
        after: { status: form.status },
      },
    );
    return null;
  });
}

async function begin(tx: Tx, scope: Scope, service: AdService): Promise<void> {
  if (service.status !== "waiting" || !service.agreed_at) throw new AppError("ORDER_STATE_CONFLICT");
  await saveService(tx, scope, service.service_id, { status: "running", started_at: new Date() });
}

async function end(tx: Tx, scope: Scope, service: AdService, { status, report }: Form): Promise<void> {
  const now = new Date();
  if (status === "running") return;
  if (!report) {
    refuseFaults([{ field: "report", name: "FIELD_INVALID" }]);
    return;
  }
  const { spent, ...figures } = report;
  const spentMinor = toMinor(spent, service.currency);
  if (spentMinor === null || spentMinor > service.amount_minor) {
    refuseFaults([{ field: "report.spent", name: "FIELD_INVALID" }]);
    return;
  }
  const isOpen = service.status === "waiting" || service.status === "running";
  const isCorrected = service.status === status && service.report?.spentMinor === spentMinor;
  if (!isOpen && !isCorrected) throw new AppError("ORDER_STATE_CONFLICT");
  await endService(tx, scope, { service, status, spentMinor, now });
  await saveService(tx, scope, service.service_id, {
    report: JSON.stringify({ ...figures, spentMinor }),
    reported_at: now,
  });
}
