import { targets } from "@homeroom/contract/targets";
import { named, of, type Samples } from "./sample.ts";

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
  save: named(
    targets.save,
    ({ targetId, targetName }) => ({ recordID: targetId, name: targetName, queryRule: { everyone: true as const } }),
    {
      mixed: (_mine, { branchId }, wall) =>
        wall === "own" ? [] : [{ name: "混入", queryRule: { everyone: true as const }, branchID: branchId }],
    },
  ),
  reload: named(targets.reload, ({ targetId }) => ({ recordID: targetId })),
  setStatus: named(targets.setStatus, ({ targetId }) => ({ recordID: targetId, status: 1 })),
  remove: named(targets.remove, ({ targetId }) => ({ recordID: targetId })),
  restore: named(targets.restore, ({ targetId }) => ({ recordID: targetId })),
  count: named(targets.count, ({ targetId }) => ({ queryRule: {}, recordID: targetId }), {
    mixed: (_mine, { branchId }, wall) => (wall === "own" ? [] : [{ queryRule: {}, branchID: branchId }]),
  }),
};
