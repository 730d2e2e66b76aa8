import { RecordId } from "@homeroom/contract/ids";
import { orderChanged } from "#modules/orders/public";
import { request } from "#platform/jobs/job";
import { reaction } from "#platform/outbox/events";
import { followSaleJob } from "./jobs.ts";

/** An order that is somebody's purchase of a plan changed at the seller: what it is for is given or taken back. */
export const followSales = reaction({
  event: orderChanged,
  jobs: ({ payType }, { organizationId, aggregateId }) =>
    payType === "product" ? [] : [request(followSaleJob, { organizationId, orderId: RecordId.parse(aggregateId) })],
});
