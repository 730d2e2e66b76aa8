import { leadFamilies } from "@homeroom/contract/lead-families";
import { named, of, type Samples } from "./sample.ts";

/** Leads that are one person or one family: the caller must be able to see both. */
export const leadFamilySamples: Samples["leadFamilies"] = {
  duplicates: named(leadFamilies.duplicates, ({ leadId }) => ({ leadId }), { shows: ({ twinId }) => twinId }),
  duplicateList: of(leadFamilies.duplicateList, {
    requests: () => (["name", "phone", "email"] as const).map((by) => ({ by })),
    expect: "blank",
  }),
  similar: of(leadFamilies.similar, {
    requests: ({ nickname }) => [{ nickname }],
    expect: "blank",
    shows: ({ twinId }) => twinId,
  }),
  notSame: named(leadFamilies.notSame, ({ leadId, twinId }) => ({ leadId, otherId: twinId }), {
    mixed: (mine, theirs) => [
      { leadId: mine.leadId, otherId: theirs.leadId },
      { leadId: theirs.leadId, otherId: mine.leadId },
    ],
  }),
  merge: named(
    leadFamilies.merge,
    ({ leadId, version, twinId }) => ({ keep: leadId, from: twinId, versions: { keep: version, from: 1 } }),
    {
      mixed: (mine, theirs) => [
        { keep: mine.leadId, from: theirs.twinId, versions: { keep: mine.version, from: 1 } },
        { keep: theirs.leadId, from: mine.twinId, versions: { keep: theirs.version, from: 1 } },
      ],
    },
  ),
  mergedInto: named(leadFamilies.mergedInto, ({ goneId }) => ({ leadId: goneId }), { shows: ({ leadId }) => leadId }),
  undoMerge: named(leadFamilies.undoMerge, ({ mergeId }) => ({ recordID: mergeId })),
  family: named(leadFamilies.family, ({ leadId }) => ({ leadId })),
  join: named(leadFamilies.join, ({ leadId, twinId }) => ({ leadId: twinId, withLeadId: leadId }), {
    mixed: (mine, theirs) => [
      { leadId: mine.leadId, withLeadId: theirs.leadId },
      { leadId: theirs.leadId, withLeadId: mine.leadId },
    ],
  }),
  leave: named(leadFamilies.leave, ({ leadId }) => ({ leadId })),
  addSibling: named(leadFamilies.addSibling, ({ leadId }) => ({ leadId, form: { nickname: "小弟" } }), {
    mixed: (mine, theirs) => [{ leadId: mine.leadId, form: { siblingId: theirs.leadId, nickname: "小弟" } }],
  }),
};
