import type { BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import {
  type AbsenceForm,
  type LeadAbsence,
  type LeadRuleForm,
  type LeadRuleRow,
  leadRules,
} from "@homeroom/contract/lead-rules";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByNumber } from "#platform/pages.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const keys = {
  all: ["leadRules"] as const,
  rules: ["leadRules", "rules"] as const,
  absences: ["leadRules", "absences"] as const,
};
const pageSize = 50;

/** The rules that match filters, page by page. */
export function useRules(wanted: { keywords?: string; status?: number; branchID?: BranchId }) {
  return useInfiniteQuery({
    ...pagesByNumber({
      queryKey: [...keys.rules, wanted],
      read: async (pageNum, signal) =>
        (await api.call(leadRules.list, { ...wanted, pageSize, pageNum }, { signal })).resultData,
    }),
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}

/** A rule as currently saved. */
export async function ruleNow(recordID: RecordId, known: LeadRuleRow): Promise<LeadRuleRow> {
  const { list } = (await api.call(leadRules.list, { pageSize: 100, branchID: known.branchID })).resultData;
  return list.find((one) => one.recordID === recordID) ?? known;
}

/** The sales people of a branch, with the number of leads they hold. */
export function useSalesPeople(branchID: BranchId | undefined, enabled = true) {
  return useQuery({
    queryKey: [...keys.all, "people", branchID ?? ""],
    queryFn: async ({ signal }) =>
      (await api.call(leadRules.people, branchID ? { branchID } : {}, { signal })).resultData,
    enabled,
  });
}

/** The last decisions of a rule, or of a branch. */
export function useAssignments(of: { recordID?: RecordId; branchID?: BranchId }) {
  return useQuery({
    queryKey: [...keys.all, "assignments", of],
    queryFn: async ({ signal }) => (await api.call(leadRules.assignments, of, { signal })).resultData,
    staleTime: 0,
  });
}

/** The reasons for a lead's assignments, newest first. */
export function useLeadTrace(leadId: LeadId) {
  return useQuery({
    queryKey: [...keys.all, "trace", leadId],
    queryFn: async ({ signal }) => (await api.call(leadRules.trace, { leadId }, { signal })).resultData,
    staleTime: 0,
  });
}

/** Who is away between two days. */
export function useAbsences(days: { from: string; until: string }) {
  return useQuery({
    queryKey: [...keys.absences, days],
    queryFn: async ({ signal }) => (await api.call(leadRules.absences, days, { signal })).resultData,
    placeholderData: keepPreviousData,
  });
}

/** Simulates a rule on the last leads. */
export function useTrial() {
  return useMutation({
    mutationFn: async (form: LeadRuleForm) => (await api.call(leadRules.attempt, form)).resultData,
  });
}

/** Writes of rules and absences; visible data are refetched. */
export function useRuleWrites() {
  const write = useWrite(keys.all);
  return {
    save: (form: LeadRuleForm, report?: FailureReport) => write(leadRules.save, form, report),
    remove: (recordID: RecordId) => write(leadRules.remove, { recordID }),
    saveAbsence: (form: AbsenceForm, report?: FailureReport) => write(leadRules.saveAbsence, form, report),
    removeAbsence: ({ recordID }: LeadAbsence) => write(leadRules.removeAbsence, { recordID }),
  };
}
