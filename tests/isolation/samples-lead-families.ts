import { leadFamilies } from "@homeroom/contract/lead-families";
import { of, type Samples } from "./sample.ts";

/** Leads that are one person or one family: both of them have to be in sight. */
export const leadFamilySamples: Samples["leadFamilies"] = {
  duplicates: of(leadFamilies.duplicates, {
    requests: ({ leadId }) => [{ leadId }],
    expect: "missing",
    shows: ({ twinId }) => twinId,
  }),
  duplicateList: of(leadFamilies.duplicateList, {
    requests: () => (["name", "phone", "email"] as const).map((by) => ({ by })),
    expect: "blank",
  }),
  similar: of(leadFamilies.similar, {
    requests: ({ nickname }) => [{ nickname }],
    expect: "blank",
    shows: ({ twinId }) => twinId,
  }),
  notSame: of(leadFamilies.notSame, {
    requests: ({ leadId, twinId }) => [{ leadId, otherId: twinId }],
    expect: "missing",
    mixed: (mine, theirs) => [
      { leadId: mine.leadId, otherId: theirs.leadId },
      { leadId: theirs.leadId, otherId: mine.leadId },
    ],
  }),
  merge: of(leadFamilies.merge, {
    requests: ({ leadId, version, twinId }) => [{ keep: leadId, from: twinId, versions: { keep: version, from: 1 } }],
    expect: "missing",
    mixed: (mine, theirs) => [
      { keep: mine.leadId, from: theirs.twinId, versions: { keep: mine.version, from: 1 } },
      { keep: theirs.leadId, from: mine.twinId, versions: { keep: theirs.version, from: 1 } },
    ],
  }),
  undoMerge: of(leadFamilies.undoMerge, {
    requests: ({ mergeId }) => [{ recordID: mergeId }],
    expect: "missing",
  }),
  family: of(leadFamilies.family, { requests: ({ leadId }) => [{ leadId }], expect: "missing" }),
  join: of(leadFamilies.join, {
    requests: ({ leadId, twinId }) => [{ leadId: twinId, withLeadId: leadId }],
    expect: "missing",
    mixed: (mine, theirs) => [
      { leadId: mine.leadId, withLeadId: theirs.leadId },
      { leadId: theirs.leadId, withLeadId: mine.leadId },
    ],
  }),
  leave: of(leadFamilies.leave, { requests: ({ leadId }) => [{ leadId }], expect: "missing" }),
  addSibling: of(leadFamilies.addSibling, {
    requests: ({ leadId }) => [{ leadId, form: { nickname: "小弟" } }],
    expect: "missing",
    mixed: (mine, theirs) => [{ leadId: mine.leadId, form: { siblingId: theirs.leadId, nickname: "小弟" } }],
  }),
};
