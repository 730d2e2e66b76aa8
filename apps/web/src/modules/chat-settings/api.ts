import { chatSettings } from "@homeroom/contract/chat-settings";
import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

export type ChatSettings = ResponseOf<typeof chatSettings.setting>;
export type SaveForm = RequestOf<typeof chatSettings.saveSetting>;

const key = ["chat-settings"];

/** The rules as currently saved. */
export async function chatSettingsNow(): Promise<ChatSettings> {
  return (await api.call(chatSettings.setting, {})).resultData;
}

/** The chat rules of the organisation and of the branches in reach. */
export function useChatSettings() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(chatSettings.setting, {}, { signal })).resultData,
    meta: { page: true },
  });
}

/** Saves and discards rules; both show the rules that then apply. */
export function useChatSettingWrites() {
  const write = useWrite(key);
  return {
    save: (form: SaveForm, report: FailureReport) => write(chatSettings.saveSetting, form, report),
    adoptDefault: (branchID: BranchId) => write(chatSettings.useDefault, { branchID }),
  };
}
