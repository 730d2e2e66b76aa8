import { leadRules } from "@homeroom/contract/lead-rules";
import type { Rows } from "./rows.ts";
import { districtOf } from "./rule-rows.ts";
import { named, of, type Samples } from "./sample.ts";

/** Rules and absences are kept apart by branches; the reasons for an assignment by the lead. */
const walls = ["organization", "branch"] as const;
const days = { from: "2026-11-01", until: "2026-11-30" };

const form = (rows: Rows) => ({
  recordID: rows.ruleId,
  version: 1,
  allChannels: true,
  districts: [districtOf(rows)],
  sales: [{ accountID: rows.ruleSalesId }],
});

export const leadRuleSamples: Samples["leadRules"] = {
  list: of(leadRules.list, {
    requests: ({ branchId }) => [{ pageSize: 100 }, { branchID: branchId }],
    expect: "blank",
    shows: ({ ruleId }) => ruleId,
    walls,
  }),
  save: named(leadRules.save, (rows) => form(rows), {
    shows: ({ ruleId }) => ruleId,
    walls,
    mixed: (mine, { ruleSalesId, leadChannelId, branchId }, wall) => [
      { ...form(mine), sales: [{ accountID: ruleSalesId }] },
      { ...form(mine), branchID: branchId },
      ...(wall === "organization" ? [{ ...form(mine), allChannels: false, channel: leadChannelId }] : []),
    ],
  }),
  remove: named(leadRules.remove, ({ ruleId }) => ({ recordID: ruleId }), { walls }),
  people: named(leadRules.people, ({ branchId }) => ({ branchID: branchId }), {
    shows: ({ ruleSalesId }) => ruleSalesId,
    walls,
  }),
  attempt: named(leadRules.attempt, (rows) => form(rows), { shows: ({ ruleSalesId }) => ruleSalesId, walls }),
  assignments: of(leadRules.assignments, {
    requests: ({ branchId }) => [{ branchID: branchId }, {}],
    expect: "blank",
    shows: ({ leadId }) => leadId,
  }),
  trace: named(leadRules.trace, ({ leadId }) => ({ leadId }), { shows: ({ leadId }) => leadId }),
  absences: of(leadRules.absences, {
    requests: ({ branchId }) => [days, { ...days, branchID: branchId }],
    expect: "blank",
    shows: ({ absenceId }) => absenceId,
    walls,
  }),
  saveAbsence: named(
    leadRules.saveAbsence,
    ({ absenceId, ruleSalesId }) => ({ recordID: absenceId, version: 1, accountID: ruleSalesId, ...days }),
    {
      shows: ({ absenceId }) => absenceId,
      walls,
      mixed: (mine, { ruleSalesId }) => [{ recordID: mine.absenceId, version: 1, accountID: ruleSalesId, ...days }],
    },
  ),
  removeAbsence: named(leadRules.removeAbsence, ({ absenceId }) => ({ recordID: absenceId }), { walls }),
};
