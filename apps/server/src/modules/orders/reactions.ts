import { rowRooms } from "#platform/db/row-filter";
import { reaction } from "#platform/outbox/events";
import { orderChanged } from "./events.ts";

/** An order changed: notifies the people who see it. */
export const tellOrderChanged = reaction({
  event: orderChanged,
  sockets: ({ orderID, payType: _payType, ...row }, { organizationId }) => [
    { rooms: rowRooms("order", { ...row, organizationId }), event: "order.changed", payload: { orderID } },
  ],
});
