import { broadcastMessages } from "@homeroom/contract/broadcast-messages";
import { broadcastPlans, type PlanForm, type PlanInfo } from "@homeroom/contract/broadcast-plans";
import { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import type { CallFailure } from "@homeroom/contract/client";
import { emailTemplates } from "@homeroom/contract/email-templates";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { ownAccount } from "@homeroom/contract/own-account";
import { targets } from "@homeroom/contract/targets";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByCursor, pagesOf } from "#platform/pages.ts";
import { saveFile } from "#platform/save-file.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import { lookAgainIn, type PlanProgress } from "./rules/plan-figures.ts";

const all = ["broadcast-plans"] as const;
const pageSize = 30;
export type Filters = Omit<RequestInput<typeof broadcastPlans.list>, "pageNum" | "pageSize" | "cursor">;

/** The plans that the reader sees, page by page. */
export function usePlans(filters: Filters) {
  return useInfiniteQuery({
    ...pagesOf({
      queryKey: [...all, "list", filters],
      pageSize,
      read: async (page, signal) =>
        (await api.call(broadcastPlans.list, { ...filters, ...page }, { signal })).resultData,
    }),
    refetchInterval: ({ state }) => lookAgainIn(state.data?.pages.flatMap(({ list }) => list) ?? []),
  });
}

/** One plan with its figures. */
export function usePlan(recordID: RecordId | null) {
  return useQuery({
    queryKey: [...all, "plan", recordID],
    queryFn: async ({ signal }) =>
      recordID ? (await api.call(broadcastPlans.info, { recordID }, { signal })).resultData : null,
    enabled: recordID !== null,
    refetchInterval: ({ state }) => lookAgainIn(state.data ? [state.data] : []),
    meta: { page: true },
  });
}

type DetailFilters = Omit<RequestInput<typeof broadcastPlans.details>, "pageNum" | "pageSize" | "cursor">;

/** The recipients of a plan, page by page. */
export function usePlanDetails(plan: PlanProgress, filters: DetailFilters) {
  return useInfiniteQuery({
    ...pagesByCursor({
      queryKey: [...all, "details", filters],
      pageSize,
      read: async (page, signal) =>
        (await api.call(broadcastPlans.details, { ...filters, ...page }, { signal })).resultData,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainIn([plan]),
  });
}

export type Audience = RequestInput<typeof broadcastPlans.estimate>;

/** The recipients of a plan as of now, and its cost. */
export function useEstimate(audience: Audience, enabled: boolean) {
  return useQuery({
    queryKey: [...all, "estimate", audience],
    queryFn: async ({ signal }) => (await api.call(broadcastPlans.estimate, audience, { signal })).resultData,
    enabled,
  });
}

/** What a plan can be made of: numbers, templates that can be sent in broadcasts, and open recipient lists. */
export function useChoices() {
  return useQuery({
    queryKey: [...all, "choices"],
    queryFn: async ({ signal }) => {
      const [templates, emails, lists] = await Promise.all([
        api.call(messageTemplates.list, { pageSize: 100 }, { signal }),
        api.call(emailTemplates.list, { pageSize: 100 }, { signal }),
        api.call(targets.open, { pageSize: 100 }, { signal }),
      ]);
      return {
        channels: templates.resultData.channels,
        templates: templates.resultData.list.filter(({ sendable, usage }) => sendable && usage !== "chat"),
        emailTemplates: emails.resultData.list,
        senders: emails.resultData.senders,
        lists: lists.resultData.list,
      };
    },
  });
}

/** The numbers that a list of plans can be filtered by; none for readers who do not see templates. */
export function useChannels(enabled: boolean) {
  return useQuery({
    queryKey: [...all, "channels"],
    queryFn: async ({ signal }) =>
      (await api.call(messageTemplates.list, { pageSize: 1 }, { signal })).resultData.channels,
    enabled,
  });
}

/** The people who made plans. */
export function useCreators() {
  return useQuery({
    queryKey: [...all, "creators"],
    queryFn: async ({ signal }) => (await api.call(broadcastPlans.creators, {}, { signal })).resultData.list,
  });
}

/** The currently saved plan. */
export async function planNow(recordID: RecordId): Promise<PlanInfo> {
  return (await api.call(broadcastPlans.info, { recordID })).resultData;
}

/** Writes of plans. */
export function usePlanWrites() {
  const write = useWrite(all);
  const renew = useRenewal(all);
  return {
    /** Repeating a save with the same id makes one plan. Returns the saved version. */
    async save(
      form: PlanForm & { recordID: RecordId },
      { isNew, onFailure }: { isNew: boolean; onFailure: (failure: CallFailure) => void },
    ): Promise<number> {
      const written = isNew
        ? await api.call(broadcastPlans.add, form, { onFailure })
        : await api.call(broadcastPlans.edit, form, { onFailure });
      await renew();
      return written.resultData.version;
    },
    change: (what: "cancel" | "pause" | "end" | "resume" | "approve" | "remove", recordID: RecordId) =>
      write(broadcastPlans[what], { recordID }),
    /** Repeating the call with the same `newID` makes one plan. */
    async resend(
      form: { recordID: RecordId; part: "all" | "failed"; newID: RecordId },
      onFailure: (failure: CallFailure) => void,
    ): Promise<RecordId> {
      const { resultData } = await api.call(broadcastPlans.resend, form, { onFailure });
      await renew();
      return resultData.recordID;
    },
  };
}

/** The phone number in the signed-in person's account; empty if none. */
export function useOwnNumber() {
  return useQuery({
    queryKey: [...all, "own-number"],
    queryFn: async ({ signal }) => {
      const { areaCode, phone } = (await api.call(ownAccount.info, {}, { signal })).resultData;
      return phone ? `${areaCode} ${phone}` : "";
    },
  });
}

/** Sends a plan's message to one number. Repeating the call with the same recordID sends nothing more. */
export async function sendTest(
  recordID: RecordId,
  { channel, templateID, variables }: Pick<PlanForm, "channel" | "templateID" | "variables">,
  number: string,
) {
  return (await api.call(broadcastMessages.test, { recordID, channel, templateID, variables, number })).resultData;
}

/** Reads a text file of numbers. */
export async function importNumbers(file: File) {
  const content = { file: { content: file, name: file.name } };
  return (await api.call(broadcastPlans.importNumbers, {}, content)).resultData;
}

export async function downloadDetails(filters: RequestInput<typeof broadcastPlans.exportDetails>): Promise<void> {
  saveFile(await api.call(broadcastPlans.exportDetails, filters));
}

const settingKey = [...all, "setting"] as const;

/** Price table, warning levels and limit. */
export function useSetting() {
  return useQuery({
    queryKey: settingKey,
    queryFn: async ({ signal }) => (await api.call(broadcastSettings.setting, {}, { signal })).resultData,
    meta: { page: true },
  });
}

/** Addresses that receive no more mail, page by page. */
export function useEmailStops(keywords: string) {
  return useInfiniteQuery({
    ...pagesByCursor({
      queryKey: [...all, "stops", keywords],
      pageSize,
      read: async (page, signal) =>
        (await api.call(broadcastSettings.stops, { ...(keywords && { keywords }), ...page }, { signal })).resultData,
    }),
    placeholderData: keepPreviousData,
  });
}

export function useLiftStop() {
  const write = useWrite([...all, "stops"]);
  return (address: string) => write(broadcastSettings.liftStop, { address });
}

export type SettingForm = RequestInput<typeof broadcastSettings.save>;

export function useSettingSave() {
  const client = useQueryClient();
  return async (form: SettingForm): Promise<void> => {
    try {
      await api.call(broadcastSettings.save, form);
    } finally {
      // Also after a refusal, since somebody else may have saved.
      await client.invalidateQueries({ queryKey: all });
    }
  };
}
