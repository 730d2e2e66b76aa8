import { targets } from "@homeroom/contract/targets";
import { of, type Samples } from "./sample.ts";

/** A recipient list of `salesId` alone, at the branch. */
export const targetSamples: Samples["targets"] = {
  open: of(targets.open, {
    requests: ({ targetName }) => [{ pageSize: 100 }, { keywords: targetName }],
    expect: "blank",
    shows: ({ targetId }) => targetId,
  }),
  list: of(targets.list, {
    requests: ({ targetName }) => [{ pageSize: 100 }, { keywords: targetName }, { status: 1 }],
    expect: "blank",
    shows: ({ targetId }) => targetId,
  }),
  save: of(targets.save, {
    requests: ({ targetId, targetName }) => [
      { recordID: targetId, name: targetName, queryRule: { everyone: true as const } },
    ],
    expect: "missing",
    mixed: (_mine, { branchId }, wall) =>
      wall === "own" ? [] : [{ name: "混入", queryRule: { everyone: true as const }, branchID: branchId }],
  }),
  reload: of(targets.reload, { requests: ({ targetId }) => [{ recordID: targetId }], expect: "missing" }),
  setStatus: of(targets.setStatus, {
    requests: ({ targetId }) => [{ recordID: targetId, status: 1 }],
    expect: "missing",
  }),
  remove: of(targets.remove, { requests: ({ targetId }) => [{ recordID: targetId }], expect: "missing" }),
  restore: of(targets.restore, { requests: ({ targetId }) => [{ recordID: targetId }], expect: "missing" }),
  count: of(targets.count, {
    requests: ({ targetId }) => [{ queryRule: {}, recordID: targetId }],
    expect: "missing",
    mixed: (_mine, { branchId }, wall) => (wall === "own" ? [] : [{ queryRule: {}, branchID: branchId }]),
  }),
};
