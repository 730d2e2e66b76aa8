import { leadDesk } from "@homeroom/contract/lead-desk";
import type { Rows } from "./rows.ts";
import { of, type Samples } from "./sample.ts";

const filters = ({ nickname, phone, branchId, salesId }: Rows) => [
  { pageSize: 100 },
  { keywords: nickname },
  { keywords: phone },
  { branchID: branchId },
  { sales: [salesId] },
];
const shows = ({ leadId }: Rows) => leadId;

/** The lead wrote to the centre first, so it is new; its assistant is off. */
export const leadDeskSamples: Samples["leadDesk"] = {
  newLeads: of(leadDesk.newLeads, { requests: filters, expect: "blank" }),
  gptLeads: of(leadDesk.gptLeads, { requests: filters, expect: "blank" }),
  logs: of(leadDesk.logs, {
    requests: (rows) => [{ pageSize: 100 }, { leadId: rows.leadId }, { operator: rows.salesId }, ...filters(rows)],
    expect: "blank",
    shows,
  }),
  boardColumn: of(leadDesk.boardColumn, {
    requests: (rows) =>
      filters(rows).flatMap(({ pageSize: _size, ...query }) =>
        [null, rows.listItemId].map((statusID) => ({ query, statusID, pageSize: 100 })),
      ),
    expect: "blank",
  }),
  boardCounts: of(leadDesk.boardCounts, {
    requests: (rows) => filters(rows).map(({ pageSize: _size, ...query }) => ({ query })),
    expect: "blank",
  }),
  calendar: of(leadDesk.calendar, {
    requests: (rows) =>
      filters(rows).map(({ pageSize: _size, ...query }) => ({ query, from: "2026-11-01", to: "2026-12-12" })),
    expect: "blank",
  }),
  students: of(leadDesk.students, { requests: filters, expect: "blank" }),
};
