import type { LeadId } from "@homeroom/contract/ids";
import { rowRooms } from "#platform/db/row-filter";
import { type Reaction, reaction, type SocketMessage } from "#platform/outbox/events";
import { leadAssigned, leadCreated, leadEdited, leadsChanged, leadsHandedOver } from "./events.ts";

type Row = { leadId: LeadId; branchId: string; salesId: string | null; tutorId: string | null; version: number };

/** A lead changed: notifies the people who see it, and after an assignment the people who saw it before. */
export const leadReactions: readonly Reaction[] = [
  reaction({
    event: leadCreated,
    late: "own",
    sockets: (lead, { organizationId }) => [tell({ ...lead, organizationId })],
  }),
  reaction({
    event: leadEdited,
    late: "own",
    sockets: (lead, { organizationId }) => [tell({ ...lead, organizationId })],
  }),
  reaction({
    event: leadAssigned,
    late: "own",
    sockets: (lead, { organizationId }) => [
      tell({ ...lead, organizationId }),
      tell({ ...lead, ...lead.before, organizationId }),
    ],
  }),
  reaction({
    event: leadsHandedOver,
    late: "own",
    sockets: ({ leads }, { organizationId }) =>
      leads.flatMap((lead) => [tell({ ...lead, organizationId }), tell({ ...lead, ...lead.before, organizationId })]),
  }),
  reaction({
    event: leadsChanged,
    late: "own",
    sockets: ({ branchIds, holders, unheld }, { organizationId }) => {
      const held = branchIds.flatMap((branchId) =>
        holders.flatMap((salesId) => rowRooms("lead", { organizationId, branchId, salesId, tutorId: null })),
      );
      const free = branchIds.flatMap((branchId) =>
        unheld || holders.length === 0
          ? rowRooms("lead", { organizationId, branchId, salesId: null, tutorId: null })
          : [],
      );
      return [{ rooms: [...new Set([...held, ...free])], event: "leads.changed", payload: {} }];
    },
  }),
];

function tell(row: Row & { organizationId: string }): SocketMessage {
  const payload = { leadId: row.leadId, version: row.version };
  return { rooms: rowRooms("lead", row), event: "lead.changed", payload };
}
