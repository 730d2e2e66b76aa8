import { handOver } from "@homeroom/contract/hand-over";
import { named, type Samples } from "./sample.ts";

/** People are kept apart by branches; an order belongs to its author. */
const branches = ["organization", "branch"] as const;

export const handOverSamples: Samples["handOver"] = {
  holdings: named(handOver.holdings, ({ staff }) => ({ accountID: staff.staffId }), {
    shows: ({ staff }) => staff.staffId,
    walls: branches,
  }),
  start: named(handOver.start, ({ staff }) => ({ accountID: staff.staffId, plan: [] }), {
    shows: ({ staff }) => staff.staffId,
    walls: branches,
    mixed: (mine, theirs) => [
      {
        accountID: mine.staff.staffId,
        plan: [{ branchID: theirs.branchId, role: "sales" as const, to: [theirs.salesId] }],
      },
    ],
  }),
  task: named(handOver.task, ({ handOverId }) => ({ taskID: handOverId }), {
    shows: ({ handOverId }) => handOverId,
    walls: ["organization", "own"],
  }),
  // People who see only their own leads cannot undo anything, not even what they ordered when they saw more.
  undo: named(handOver.undo, ({ handOverId }) => ({ taskID: handOverId }), {
    shows: ({ handOverId }) => handOverId,
    walls: ["organization"],
  }),
};
