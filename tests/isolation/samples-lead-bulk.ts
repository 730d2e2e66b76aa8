import { leadBulk } from "@homeroom/contract/lead-bulk";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

/** A run belongs to its author and to people in charge of the whole organisation. */
const runs = ["organization", "own"] as const;

export const leadBulkSamples: Samples["leadBulk"] = {
  changeSales: of(leadBulk.changeSales, {
    requests: ({ leadId }) => [{ leadIds: [leadId], sales: null }],
    expect: "blank",
    mixed: (mine, { salesId }, wall) => (wall === "organization" ? [{ leadIds: [mine.leadId], sales: salesId }] : []),
  }),
  tags: of(leadBulk.tags, {
    requests: ({ leadId }) => [{ leadIds: [leadId], add: [], remove: [] }],
    expect: "blank",
    mixed: (mine, { listItemId }) => [{ leadIds: [mine.leadId], add: [listItemId] }],
  }),
  status: of(leadBulk.status, {
    requests: ({ leadId }) => [{ leadIds: [leadId], status: null }],
    expect: "blank",
    mixed: (mine, { listItemId }, wall) =>
      wall === "organization" ? [{ leadIds: [mine.leadId], status: listItemId }] : [],
  }),
  remove: named(leadBulk.remove, ({ leadId }) => ({ leadIds: [leadId] }), {
    mixed: (mine, theirs) => [{ leadIds: [mine.leadId, theirs.leadId] }],
  }),
  start: of(leadBulk.start, {
    requests: ({ leadId, nickname, phone, branchId }) => [
      { query: { leadIds: [leadId] }, action: { kind: "status" as const, result: null } },
      { query: { keywords: nickname }, action: { kind: "assign" as const } },
      { query: { keywords: nickname }, action: { kind: "status" as const, result: null }, students: true },
      { query: { keywords: nickname }, action: { kind: "branch" as const, branchID: branchId } },
      { query: { keywords: phone, branchID: branchId }, action: { kind: "delete" as const } },
    ],
    expect: "blank",
    mixed: (mine, { salesId, listItemId, bulkId, branchId }, wall) => [
      ...(wall === "own"
        ? []
        : [{ query: { leadIds: [mine.leadId] }, action: { kind: "branch" as const, branchID: branchId } }]),
      ...(wall === "branch"
        ? []
        : [{ query: { leadIds: [mine.leadId] }, action: { kind: "delete" as const }, taskID: bulkId }]),
      ...(wall === "organization"
        ? [
            { query: { everyone: true as const }, action: { kind: "assign" as const, sales: [salesId] } },
            { query: { everyone: true as const }, action: { kind: "status" as const, status: listItemId } },
          ]
        : []),
    ],
  }),
  task: named(leadBulk.task, ({ bulkId }) => ({ taskID: bulkId }), { shows: ({ bulkId }) => bulkId, walls: runs }),
  list: rowless(leadBulk.list, {}),
  undo: named(leadBulk.undo, ({ bulkId }) => ({ taskID: bulkId }), { shows: ({ bulkId }) => bulkId, walls: runs }),
  deleted: of(leadBulk.deleted, {
    requests: ({ binnedName }) => [{ pageSize: 100 }, { keywords: binnedName }],
    expect: "blank",
    shows: ({ binnedId }) => binnedId,
  }),
  restore: named(leadBulk.restore, ({ binnedId }) => ({ leadIds: [binnedId] })),
  exportLeads: of(leadBulk.exportLeads, {
    requests: ({ leadId }) => [{ format: "csv" as const }, { format: "csv" as const, query: { leadIds: [leadId] } }],
    expect: "blank",
    shows: ({ nickname }) => nickname,
  }),
  exportStudents: rowless(leadBulk.exportStudents, { format: "csv" as const }, { walls: organizationOnly }),
};
