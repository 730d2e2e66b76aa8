import type { FileId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { newestFirst } from "#platform/paging/newest-first";
import type { AdService } from "../writes/ad-service.ts";

/** A page of our services for an organisation, newest first, without unpaid ones. */
export async function servicesOf(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
): Promise<{ services: AdService[]; total: number }> {
  const rows = tx
    .selectFrom("ad_service")
    .where("organization_id", "=", scope.organizationId)
    .where("status", "is not", null);
  const { rows: services, total } = await newestFirst(rows.selectAll(), page, "service_id");
  return { services, total };
}

/** Whether the organisation has paid for lead ads before. */
export async function hasPaidForLeads(tx: Tx, scope: Scope): Promise<boolean> {
  const found = await tx
    .selectFrom("ad_service")
    .innerJoin("plan_order", (join) =>
      join
        .onRef("plan_order.organization_id", "=", "ad_service.organization_id")
        .onRef("plan_order.order_id", "=", "ad_service.service_id"),
    )
    .select("ad_service.service_id")
    .where("ad_service.organization_id", "=", scope.organizationId)
    .where("ad_service.type", "=", "leads")
    .where("plan_order.given_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The pictures of several services. */
export function picturesOf(services: readonly AdService[]): FileId[] {
  return services.flatMap(({ image_file_ids: ids }) => ids);
}
