import { leadRules } from "@homeroom/contract/lead-rules";
import type { Rows } from "./rows.ts";
import { districtOf } from "./rule-rows.ts";
import { of, type Samples } from "./sample.ts";

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
  save: of(leadRules.save, {
    requests: (rows) => [form(rows)],
    expect: "missing",
    shows: ({ ruleId }) => ruleId,
    walls,
    mixed: (mine, { ruleSalesId, leadChannelId, branchId }, wall) => [
      { ...form(mine), sales: [{ accountID: ruleSalesId }] },
      { ...form(mine), branchID: branchId },
      ...(wall === "organization" ? [{ ...form(mine), allChannels: false, channel: leadChannelId }] : []),
    ],
  }),
  remove: of(leadRules.remove, {
    requests: ({ ruleId }) => [{ recordID: ruleId }],
    expect: "missing",
    walls,
  }),
  people: of(leadRules.people, {
    requests: ({ branchId }) => [{ branchID: branchId }],
    expect: "missing",
    shows: ({ ruleSalesId }) => ruleSalesId,
    walls,
  }),
  attempt: of(leadRules.attempt, {
    requests: (rows) => [form(rows)],
    expect: "missing",
    shows: ({ ruleSalesId }) => ruleSalesId,
    walls,
  }),
  assignments: of(leadRules.assignments, {
    requests: ({ branchId }) => [{ branchID: branchId }, {}],
    expect: "blank",
    shows: ({ leadId }) => leadId,
  }),
  trace: of(leadRules.trace, {
    requests: ({ leadId }) => [{ leadId }],
    expect: "missing",
    shows: ({ leadId }) => leadId,
  }),
  absences: of(leadRules.absences, {
    requests: ({ branchId }) => [days, { ...days, branchID: branchId }],
    expect: "blank",
    shows: ({ absenceId }) => absenceId,
    walls,
  }),
  saveAbsence: of(leadRules.saveAbsence, {
    requests: ({ absenceId, ruleSalesId }) => [{ recordID: absenceId, version: 1, accountID: ruleSalesId, ...days }],
    expect: "missing",
    shows: ({ absenceId }) => absenceId,
    walls,
    mixed: (mine, { ruleSalesId }) => [{ recordID: mine.absenceId, version: 1, accountID: ruleSalesId, ...days }],
  }),
  removeAbsence: of(leadRules.removeAbsence, {
    requests: ({ absenceId }) => [{ recordID: absenceId }],
    expect: "missing",
    walls,
  }),
};
