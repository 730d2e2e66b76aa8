import { rowRooms } from "#platform/db/row-filter";
import { request } from "#platform/jobs/job";
import { reaction } from "#platform/outbox/events";
import { orderChanged, receiptWanted } from "./events.ts";
import { sendReceiptJob } from "./jobs.ts";

/** An order changed: notifies the people who see it. */
export const publishOrderChange = reaction({
  event: orderChanged,
  sockets: ({ orderID, payType: _payType, ...row }, { organizationId }) => [
    { rooms: rowRooms("order", { ...row, organizationId }), event: "order.changed", payload: { orderID } },
  ],
});

/** An order was paid: its receipt goes to the customer's chat. */
export const sendReceiptWanted = reaction({
  event: receiptWanted,
  jobs: ({ orderID, accountId }, { organizationId }) => [
    request(sendReceiptJob, { organizationId, orderID, accountId }),
  ],
});
