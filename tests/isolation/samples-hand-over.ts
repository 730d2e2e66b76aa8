import { handOver } from "@homeroom/contract/hand-over";
import { of, type Samples } from "./sample.ts";

/** People are kept apart by branches; an order belongs to who gave it. */
const branches = ["organization", "branch"] as const;

export const handOverSamples: Samples["handOver"] = {
  holdings: of(handOver.holdings, {
    requests: ({ staff }) => [{ accountID: staff.staffId }],
    expect: "missing",
    shows: ({ staff }) => staff.staffId,
    walls: branches,
  }),
  start: of(handOver.start, {
    requests: ({ staff }) => [{ accountID: staff.staffId, plan: [] }],
    expect: "missing",
    shows: ({ staff }) => staff.staffId,
    walls: branches,
    mixed: (mine, theirs) => [
      {
        accountID: mine.staff.staffId,
        plan: [{ branchID: theirs.branchId, role: "sales" as const, to: [theirs.salesId] }],
      },
    ],
  }),
  task: of(handOver.task, {
    requests: ({ handOverId }) => [{ taskID: handOverId }],
    expect: "missing",
    shows: ({ handOverId }) => handOverId,
    walls: ["organization", "own"],
  }),
};
